import { calls } from '#schemas/api/calls.ts';
import { type ResultOf } from '#schemas/api/call.ts';
import { type DemoSerial } from '#server/demo/serials.ts';
import { pause } from '#test/chaos/pause.ts';
import { saveOf } from '#test/server/scan-setup.ts';
import { expectDocumented, readJson } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { randomClientHeaders, type Attack, type AttackContext } from './attack-context.ts';

const CONCURRENCY = 6;
const PAUSE_MS = 150;

/**
 * Users of two companies save the same product simultaneously on both processes. Duplicates are also checked at the
 * end.
 * @param serials that no other attacker uses
 */
export function raceForSerials(tokens: readonly string[], serials: readonly DemoSerial[]): Attack {
  return async (context) => {
    const projects = new Map<string, string>();
    for (const serial of serials) {
      if (context.isFinished()) return;
      for (const token of tokens) {
        const knownProject = projects.get(token) ?? (await startProject(context, token));
        if (knownProject !== null) projects.set(token, knownProject);
      }
      if (projects.size === tokens.length) await race(context, serial, [...projects]);
      await pause(PAUSE_MS);
    }
  };
}

async function startProject(context: AttackContext, token: string): Promise<string | null> {
  const body = { streetName: 'ul. Zdobyta 1', postalCode: '00-001' };
  const request = post(
    calls.createProject,
    body,
    bearer(token, randomClientHeaders(context.random)),
  );
  const response = await context.send(request, expectDocumented(calls.createProject));
  if (response?.status !== 201) return null;
  return (readJson(response.text) as ResultOf<typeof calls.createProject>).uuid;
}

async function race(
  context: AttackContext,
  serial: DemoSerial,
  projects: readonly (readonly [token: string, project: string])[],
): Promise<void> {
  const winners = new Set<string>();
  const save = async (index: number) => {
    const [token, project] = projects[index % projects.length] ?? ['', ''];
    const body = { scans: [saveOf(serial, project)] };
    const request = post(calls.sendScans, body, bearer(token, randomClientHeaders(context.random)));
    await context.send(request, (response) => {
      if (response.status === 200) {
        const { data } = readJson(response.text) as ResultOf<typeof calls.sendScans>;
        if (data[0]?.error === null) winners.add(data[0].uuid);
      }
      if (winners.size > 1) return `${serial.code} was saved ${winners.size} times`;
      return expectDocumented(calls.sendScans)(response);
    });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, index) => save(index)));
}
