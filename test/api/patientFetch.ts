// Does what an answer of 503 asks for: comes back after the time it names. A test machine may be busy with other suites.
import { setTimeout as wait } from 'node:timers/promises';

const attempts = 20;

export async function patientFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(input, init);
    if (response.status !== 503 || attempt === attempts) return response;
    await wait(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
}
