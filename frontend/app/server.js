// Requests to the application, and jobs that are followed to their end.

const PATIENCE = [80, 120, 200, 300, 500];
const SESSION = "corefscope-session";

// The path under which all pages of this run lie; none for the page that lets in.
export const root = /^\/s\/[^/]+\//.exec(location.pathname)?.[0] ?? "/";

// The secrets of this run. They stay in the storage of this address and port, which other tabs share; a cookie would be
// sent to every port of this machine.
export function keep(session) {
  try {
    localStorage.setItem(SESSION, JSON.stringify(session));
  } catch {
    throw new Error("this browser keeps nothing for this address; allow it to store data for the application");
  }
}

export function kept() {
  try {
    return JSON.parse(localStorage.getItem(SESSION) ?? "null");
  } catch {
    return null;
  }
}

function headers() {
  const session = kept();
  return session?.root === root ? { "X-Corefscope-Key": session.key } : {};
}

// Addresses that begin with / lie under the path of this run.
async function answered(method, address, given = {}) {
  try {
    const target = address.startsWith("/") ? root + address.slice(1) : address;
    return await fetch(target, { method, ...given, headers: { ...headers(), ...given.headers } });
  } catch {
    throw new Error("the application does not answer; has it been stopped?");
  }
}

async function refused(response) {
  const unknown = { error: `the application answered with status ${response.status}` };
  return new Error((await response.json().catch(() => unknown)).error);
}

export async function ask(method, address, body) {
  const raw = body instanceof Blob;
  const type = raw ? "application/octet-stream" : "application/json";
  const given = body === undefined ? {} : { body: raw ? body : JSON.stringify(body), headers: { "Content-Type": type } };
  const response = await answered(method, address, given);
  if (!response.ok) throw await refused(response);
  return response.json();
}

export async function textOf(address) {
  const response = await answered("GET", address);
  if (!response.ok) throw await refused(response);
  return response.text();
}

// Fetched with the key, then handed to the browser as a file: a plain link could not send the key.
export async function download(address, name) {
  const response = await answered("GET", address);
  if (!response.ok) throw await refused(response);
  const place = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  Object.assign(link, { href: place, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(place), 60_000);
}

// Start a job and follow it; `tell` gets every step. Returns the value, or throws with all problems.
export class Work {
  /** @param {(job: import("#types/application").Job) => void} tell */
  constructor(tell = (_) => {}) {
    this.tell = tell;
    this.over = false;
    /** @type {string | null} */
    this.job = null;
  }

  /**
   * @param {string} address
   * @param {any} body
   * @returns {Promise<any>} the value of the job; null if it was cancelled
   */
  async run(address, body) {
    /** @type {import("#types/application").Job} */
    let job = await ask("POST", address, body);
    this.job = job.job;
    if (this.over) return this.cancel(); // cancelled before the answer
    for (let tries = 0; job.state === "waiting" || job.state === "running"; tries += 1) {
      this.tell(job);
      await new Promise((resolve) => setTimeout(resolve, PATIENCE[Math.min(tries, PATIENCE.length - 1)]));
      if (this.over) return null;
      job = await ask("GET", `/jobs/${this.job}`);
    }
    if (job.state === "cancelled") return null;
    if (job.state === "failed") throw Object.assign(new Error(job.problems[0].text), job);
    return job.value;
  }

  async cancel() {
    this.over = true;
    if (this.job) await ask("DELETE", `/jobs/${this.job}`).catch(() => null);
    return null;
  }
}
