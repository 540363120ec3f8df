// Requests to the application, and jobs that are followed to their end.
import type { Job, Problem } from "#types/application";

const PATIENCE = [80, 120, 200, 300, 500]; // milliseconds between questions about a job
const KEY = "corefscope-key";

// The key of this run comes with the printed address. It stays in the storage of this address and port, which other
// tabs share; a cookie would be sent to every port of this machine.
export function keepKey() {
  const key = /^#([\w-]{43})$/.exec(location.hash)?.[1];
  if (!key) return;
  localStorage.setItem(KEY, key);
  history.replaceState(null, "", location.pathname); // the key need not stay in the history of the browser
}

// The answer to a request, as JSON unless its text is wanted.
export async function ask(
  method: string, address: string, body: any = undefined, kind: "json" | "text" | "blob" = "json",
) {
  const headers = { "X-Corefscope-Key": localStorage.getItem(KEY) ?? "" };
  const content = body instanceof Blob || body === undefined ? body : JSON.stringify(body);
  const response = await fetch(`/${address}`, { method, body: content, headers }).catch(() => {
    throw new Error("the application does not answer (is it still running?)");
  });
  if (response.ok) return response[kind]();
  const unknown = { error: `the application answered with status ${response.status}` };
  throw new Error((await response.json().catch(() => unknown)).error);
}

// Fetched with the key, then handed to the browser as a file: a plain link could not send the key.
export async function download(address, name) {
  const place = URL.createObjectURL(await ask("GET", address, undefined, "blob"));
  const link = document.createElement("a");
  Object.assign(link, { href: place, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(place), 60_000);
}

// A job that is started, followed to its end, and can be cancelled; `tell` gets every step.
export class Work {
  tell: (step: string) => void;
  over = false;
  job: string | null = null;

  constructor(tell: (step: string) => void = (_) => {}) {
    this.tell = tell;
  }

  // @returns the job that is done; null if it was cancelled
  async run(task: string, request: any): Promise<Job | null> {
    let job: Job = await ask("POST", `jobs/${task}`, request);
    this.job = job.job;
    if (this.over) return this.cancel(); // cancelled before the answer
    for (let tries = 0; job.state === "running"; tries += 1) {
      this.tell(job.step ?? "");
      await new Promise((resolve) => setTimeout(resolve, PATIENCE[Math.min(tries, PATIENCE.length - 1)]));
      if (this.over) return null;
      job = await ask("GET", `jobs/${this.job}`);
    }
    if (job.state === "failed") throw Object.assign(new Error(job.problems?.[0].text), { problems: job.problems });
    return job.state === "done" ? job : null;
  }

  async cancel() {
    this.over = true;
    if (this.job) await ask("DELETE", `jobs/${this.job}`).catch(() => null);
    return null;
  }
}

// What is wrong, as a list.
export function problemsOf(error: Error & { problems?: Problem[] }): Problem[] {
  return error.problems ?? [{ text: error.message, setting: null }];
}
