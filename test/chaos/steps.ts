import fc from 'fast-check';
import type { Fault } from '#test/sync/fault-proxy.ts';

/** The pages of the model: two of the owner's phone, one of the staff's. */
export const PAGES = [
  { phone: 0, at: 0 },
  { phone: 0, at: 1 },
  { phone: 1, at: 0 },
] as const;
export const PEOPLE = ['polishOwner', 'polishStaff'] as const;

/** What somebody does on a page. `pick` and `project` choose among what there is at that moment. */
export type Edit =
  | { readonly edit: 'scan'; readonly project: number; readonly piece: Piece }
  | { readonly edit: 'photo'; readonly project: number; readonly picture: number }
  | { readonly edit: 'mend'; readonly pick: number; readonly piece: Piece }
  | { readonly edit: 'remove' | 'again'; readonly pick: number }
  | { readonly edit: LeadChange; readonly pick: number }
  | { readonly edit: 'close'; readonly project: number }
  | { readonly edit: 'read' | 'write' | 'unwrite'; readonly pick: number };

/** What is done with a lead; `decide` about a refused change, `withdraw` one that waits. */
export type LeadChange = 'note' | 'step' | 'reject' | 'decide' | 'withdraw';

/** A free piece, one that nobody has made, or one that was scanned before. */
export type Piece = 'free' | 'unknown' | 'used';

/** One step of a history, plain enough to be printed and played again. */
export type Step =
  | ({ readonly page: number; readonly killAfterMs: number | null } & Edit)
  | { readonly page: number; readonly life: 'kill' | 'close' | 'hide' | 'show' }
  | { readonly phone: number; readonly network: 'down' | 'up' | 'flap' }
  | { readonly phone: number; readonly faults: readonly Fault[] }
  | { readonly phone: number; readonly clockMinutes: number }
  | { readonly phone: number; readonly session: 'end' | 'sign_in' }
  | { readonly server: 'kill' }
  | { readonly waitMs: number };

const page = fc.nat({ max: PAGES.length - 1 });
/** Most edits end well; some pages die in the middle of one. */
const killAfterMs = fc.oneof(
  { weight: 7, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.nat({ max: 12 }) },
);
const phone = fc.nat({ max: PEOPLE.length - 1 });
const pick = fc.nat({ max: 30 });
const piece = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Piece>('free') },
  { weight: 1, arbitrary: fc.constantFrom<Piece>('unknown', 'used') },
);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ edit: fc.constant('scan'), project: pick, piece }) },
  {
    weight: 2,
    arbitrary: fc.record({ edit: fc.constant('photo'), project: pick, picture: fc.nat(200) }),
  },
  { weight: 4, arbitrary: fc.record({ edit: fc.constant('mend'), pick, piece }) },
  { weight: 3, arbitrary: fc.record({ edit: fc.constantFrom('remove', 'again'), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      edit: fc.constantFrom<LeadChange>('note', 'step', 'reject', 'decide', 'withdraw'),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('close'), project: pick }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('read'), pick }) },
  { weight: 3, arbitrary: fc.record({ edit: fc.constant('write'), pick }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('unwrite'), pick }) },
);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>(
    { kind: 'cut' },
    { kind: 'reset' },
    { kind: 'cut_request' },
    { kind: 'lose_answer' },
    { kind: 'lose_answer' },
    { kind: 'cut_answer' },
    { kind: 'html' },
    { kind: 'refuse', code: 'session_expired' },
    { kind: 'refuse', code: 'payload_too_large' },
    { kind: 'refuse', code: 'maintenance' },
    { kind: 'refuse', code: 'internal' },
  ),
  fc.record({ kind: fc.constant('trickle'), everyMs: fc.nat({ max: 20 }) }),
  fc.record({ kind: fc.constant('delay'), ms: fc.nat({ max: 400 }) }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc
      .tuple(page, killAfterMs, edit)
      .map(([at, after, what]) => ({ page: at, killAfterMs: after, ...what })),
  },
  {
    weight: 3,
    arbitrary: fc.record({ page, life: fc.constantFrom('kill', 'kill', 'close', 'hide', 'show') }),
  },
  { weight: 3, arbitrary: fc.record({ phone, network: fc.constantFrom('down', 'up', 'flap') }) },
  {
    weight: 5,
    arbitrary: fc.record({ phone, faults: fc.array(fault, { minLength: 1, maxLength: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ phone, clockMinutes: fc.integer({ min: -3000, max: 3000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ phone, session: fc.constantFrom('end', 'sign_in') }) },
  { weight: 1, arbitrary: fc.constant({ server: 'kill' as const }) },
  { weight: 6, arbitrary: fc.record({ waitMs: fc.nat({ max: 150 }) }) },
);

/** The history of a seed, of that many steps at most; the same one every time. */
export function historyOf(seed: number, steps: number): Step[] {
  const histories = fc.array(step, {
    minLength: Math.ceil(steps / 2),
    maxLength: steps,
    size: 'max',
  });
  return fc.sample(histories, { seed, numRuns: 1 })[0] ?? [];
}

/** A history to be read, a step on each line. */
export function storyOf(steps: readonly Step[]): string {
  return steps.map((one) => JSON.stringify(one)).join('\n');
}
