// Requests to the application, and jobs that are followed to their end.

const PATIENCE = [80, 120, 200, 300, 500];

export async function ask(method, address, body) {
  let response;
  const raw = body instanceof Blob;
  try {
    response = await fetch(address, {
      method,
      body: body === undefined || raw ? body : JSON.stringify(body),
      headers: body === undefined ? {} : { "Content-Type": raw ? "application/octet-stream" : "application/json" },
    });
  } catch {
    throw new Error("the application does not answer; has it been stopped?");
  }
  const unknown = { error: `the application answered with status ${response.status}` };
  const answer = await response.json().catch(() => unknown);
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

// Starts a job and follows it; `told` hears of every step. Gives the value, or throws with all problems.
export class Work {
  constructor(told = () => {}) {
    this.told = told;
    this.over = false;
  }

  async run(address, body) {
    let job = await ask("POST", address, body);
    this.job = job.job;
    if (this.over) return this.cancel(); // somebody was quicker than the answer
    for (let tries = 0; job.state === "waiting" || job.state === "running"; tries += 1) {
      this.told(job);
      await new Promise((resolve) => setTimeout(resolve, PATIENCE[Math.min(tries, PATIENCE.length - 1)]));
      if (this.over) return null;
      job = await ask("GET", `/jobs/${this.job}`);
    }
    if (job.state === "cancelled") return null;
    if (job.state === "failed") throw Object.assign(new Error(job.problems[0]), { problems: job.problems });
    return job.value;
  }

  async cancel() {
    this.over = true;
    if (this.job) await ask("DELETE", `/jobs/${this.job}`).catch(() => null);
    return null;
  }
}
