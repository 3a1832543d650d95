import fc from 'fast-check';
import type { SurveyAction } from '#schemas/survey-status.ts';
import type { Fault } from '#test/sync/fault-proxy.ts';

/** Pages of the model: two on the owner's phone, one on the employee's. */
export const PAGES = [
  { phone: 0, index: 0 },
  { phone: 0, index: 1 },
  { phone: 1, index: 0 },
] as const;
export const PEOPLE = ['polishOwner', 'polishStaff'] as const;

/** An edit on a page. `pick` and `project` select from what exists at that moment. */
export type Edit =
  | { readonly edit: 'scan'; readonly project: number; readonly serialKind: SerialKind }
  | { readonly edit: 'photo'; readonly project: number; readonly picture: number }
  | { readonly edit: 'change'; readonly pick: number; readonly serialKind: SerialKind }
  | { readonly edit: 'remove' | 'retry'; readonly pick: number }
  | { readonly edit: LeadChange; readonly pick: number }
  | { readonly edit: 'close'; readonly project: number }
  | { readonly edit: 'read' | 'write' | 'discard_message'; readonly pick: number }
  /** Creates a project, online or offline. */
  | { readonly edit: 'create_project' }
  | { readonly edit: CreationChange; readonly pick: number }
  /** Replaces the photo of a product that a reviewer objected to, or returns to the server's photo. */
  | { readonly edit: 'new_photo'; readonly pick: number; readonly picture: number }
  | { readonly edit: 'discard_new_photo'; readonly pick: number }
  /** Adds, captions or removes a photo or document of a project. */
  | { readonly edit: 'attach' | 'caption' | 'detach'; readonly pick: number }
  | { readonly edit: 'survey'; readonly step: SurveyAction };

/** Edits of a lead; `accept_rejection` applies to a rejected one, `withdraw` to a waiting one. */
export type LeadChange = 'note' | 'step' | 'reject' | 'accept_rejection' | 'withdraw';

/** Edits of a project that isn't on the server yet; `retry_creation` applies to a rejected one. */
export type CreationChange = 'correct' | 'retry_creation' | 'discard';

/** An unused product, an unknown one, or one that was scanned before. */
export type SerialKind = 'unused' | 'unknown' | 'used';

/** A reviewer's decision about a product of a submitted project, or about all its products. */
export type Decision = 'accept' | 'reject' | 'request_photo' | 'accept_project';

/** A step of a history, as plain data that can be printed and replayed. */
export type Step =
  | ({ readonly page: number; readonly killAfterMs: number | null } & Edit)
  | {
      readonly page: number;
      readonly lifecycle: 'kill' | 'close' | 'hide' | 'show' | 'suspend' | 'wake';
    }
  | { readonly phone: number; readonly network: 'down' | 'up' | 'flap' }
  | { readonly phone: number; readonly faults: readonly Fault[] }
  | { readonly phone: number; readonly clockMinutes: number }
  | { readonly phone: number; readonly session: 'end' | 'sign_in' }
  /** `restore` uses the last backup; without one it does nothing. */
  | { readonly server: 'kill' | 'backup' | 'restore' }
  | { readonly decision: Decision; readonly pick: number }
  | { readonly waitMs: number };

const page = fc.nat({ max: PAGES.length - 1 });
/** Most edits complete; some pages are killed during one. */
const killAfterMs = fc.oneof(
  { weight: 7, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.nat({ max: 12 }) },
);
const phone = fc.nat({ max: PEOPLE.length - 1 });
const pick = fc.nat({ max: 30 });
const serialKind = fc.oneof(
  { weight: 8, arbitrary: fc.constant<SerialKind>('unused') },
  { weight: 1, arbitrary: fc.constantFrom<SerialKind>('unknown', 'used') },
);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ edit: fc.constant('scan'), project: pick, serialKind }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ edit: fc.constant('photo'), project: pick, picture: fc.nat(200) }),
  },
  { weight: 4, arbitrary: fc.record({ edit: fc.constant('change'), pick, serialKind }) },
  { weight: 3, arbitrary: fc.record({ edit: fc.constantFrom('remove', 'retry'), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      edit: fc.constantFrom<LeadChange>('note', 'step', 'reject', 'accept_rejection', 'withdraw'),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('close'), project: pick }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('read'), pick }) },
  { weight: 3, arbitrary: fc.record({ edit: fc.constant('write'), pick }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('discard_message'), pick }) },
  { weight: 2, arbitrary: fc.constant({ edit: 'create_project' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constantFrom<CreationChange>('correct', 'correct', 'retry_creation', 'discard'),
      pick,
    }),
  },
);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>(
    { kind: 'cut' },
    { kind: 'reset' },
    { kind: 'cut_request' },
    { kind: 'lose_response' },
    { kind: 'lose_response' },
    { kind: 'cut_response' },
    { kind: 'html' },
    { kind: 'foreign', status: 401, body: 'html' },
    { kind: 'foreign', status: 413, body: 'html' },
    { kind: 'foreign', status: 200, body: 'json' },
    { kind: 'foreign', status: 503, body: 'json' },
    { kind: 'refuse', code: 'session_expired' },
    { kind: 'refuse', code: 'payload_too_large' },
    { kind: 'refuse', code: 'maintenance' },
    { kind: 'refuse', code: 'internal' },
  ),
  fc.record({ kind: fc.constant('trickle'), everyMs: fc.nat({ max: 20 }) }),
  fc.record({ kind: fc.constant('delay'), ms: fc.nat({ max: 400 }) }),
);

const onPage = (edit: fc.Arbitrary<Edit>): fc.Arbitrary<Step> =>
  fc.tuple(page, killAfterMs, edit).map(([pageNumber, killDelay, chosenEdit]) => ({
    page: pageNumber,
    killAfterMs: killDelay,
    ...chosenEdit,
  }));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: onPage(edit) },
  {
    weight: 3,
    arbitrary: fc.record({
      page,
      lifecycle: fc.constantFrom(
        'kill',
        'kill',
        'close',
        'hide',
        'show',
        'suspend',
        'suspend',
        'wake',
      ),
    }),
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

/** Edits of every kind that a restored server may lack. */
const losableEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: edit },
  { weight: 1, arbitrary: fc.constant({ edit: 'create_project' as const }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('close'), project: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      edit: fc.constant('survey'),
      step: fc.constantFrom<SurveyAction>('open', 'later', 'complete', 'never'),
    }),
  },
);

/** A backup, edits that it lacks, and the restore. */
interface LossScenario {
  /** Selects the step before which the backup is made; `span` is the number of steps until its restore. */
  readonly startPick: number;
  readonly span: number;
  /** Additional edits among those steps. */
  readonly edits: readonly Step[];
  /** Wait before the restore, so that some edits reach the server. */
  readonly waitMs: number;
}

const lossScenario: fc.Arbitrary<LossScenario> = fc.record({
  startPick: fc.nat(100),
  span: fc.integer({ min: 3, max: 20 }),
  edits: fc.array(onPage(losableEdit), { minLength: 3, maxLength: 8 }),
  waitMs: fc.nat(2000),
});
/** Half of the histories have a restore, some two. */
const lossScenarios = fc.oneof(
  { weight: 4, arbitrary: fc.constant<LossScenario[]>([]) },
  { weight: 3, arbitrary: fc.array(lossScenario, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(lossScenario, { minLength: 2, maxLength: 2 }) },
);

/** A decision about a product, and the next steps of devices and reviewers. */
interface Review {
  /** Selects its position. */
  readonly at: number;
  /** Puts it before the restore, if there is one. */
  readonly isLost: boolean;
  readonly steps: readonly Step[];
}

const decision: fc.Arbitrary<Step> = fc.record({
  decision: fc.constantFrom<Decision>(
    'reject',
    'reject',
    'request_photo',
    'accept',
    'accept_project',
  ),
  pick,
});
const photoEdit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ edit: fc.constant('new_photo'), pick, picture: fc.nat(200) }),
  },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('discard_new_photo'), pick }) },
);
const reviews: fc.Arbitrary<Review[]> = fc.array(
  fc.record({
    at: fc.nat(1000),
    isLost: fc.boolean(),
    steps: fc
      .tuple(
        decision,
        fc.record({ waitMs: fc.nat(1500) }),
        fc.array(onPage(photoEdit), { minLength: 1, maxLength: 3 }),
        fc.record({ waitMs: fc.nat(800) }),
        fc.array(decision, { maxLength: 2 }),
      )
      .map(([first, pull, photos, push, laterSteps]): Step[] => [
        first,
        pull,
        ...photos,
        push,
        ...laterSteps,
      ]),
  }),
  { minLength: 2, maxLength: 5 },
);

/** Edits of attachments, and their positions. */
const attachmentEdits = fc.array(
  fc.tuple(
    fc.nat(1000),
    onPage(
      fc.record({
        edit: fc.constantFrom<'attach' | 'caption' | 'detach'>(
          ...(['attach', 'attach', 'attach', 'caption', 'detach'] as const),
        ),
        pick,
      }),
    ),
  ),
  { minLength: 4, maxLength: 14 },
);

/**
 * Returns the history of a seed, with about `maxSteps` steps; always the same one.
 * @param hasRestores adds restores from backups
 * @param hasReviews adds reviewers' decisions and new photos
 */
export function historyOf(
  seed: number,
  maxSteps: number,
  { hasRestores = true, hasReviews = true } = {},
): Step[] {
  const histories = fc.array(step, {
    minLength: Math.ceil(maxSteps / 2),
    maxLength: maxSteps,
    size: 'max',
  });
  const [history = []] = fc.sample(histories, { seed, numRuns: 1 });
  const [lossScenario = []] = hasRestores ? fc.sample(lossScenarios, { seed, numRuns: 1 }) : [];
  const [chosenReviews = []] = hasReviews ? fc.sample(reviews, { seed, numRuns: 1 }) : [];
  const [chosenAttachments = []] = fc.sample(attachmentEdits, { seed, numRuns: 1 });
  const withReviews = chosenReviews.reduce(insertReview, lossScenario.reduce(insertLoss, history));
  return chosenAttachments.reduce<Step[]>(
    (steps, [at, attachmentStep]) => steps.toSpliced(at % (steps.length + 1), 0, attachmentStep),
    withReviews,
  );
}

function insertReview(history: readonly Step[], { at, isLost, steps }: Review): Step[] {
  const positionOf = (name: string) =>
    history.findIndex((candidate) => 'server' in candidate && candidate.server === name);
  const [backup, restore] = [positionOf('backup'), positionOf('restore')];
  const [from, until] = isLost && restore >= 0 ? [backup + 1, restore] : [0, history.length];
  const position = from + (at % (until - from + 1));
  return [...history.slice(0, position), ...steps, ...history.slice(position)];
}

function insertLoss(
  history: readonly Step[],
  { startPick, span, edits, waitMs }: LossScenario,
): Step[] {
  const from = startPick % Math.max(1, history.length - span);
  const window = history.slice(from, from + span);
  const interleavedSteps = edits.flatMap((chosen, index) => {
    const [begin, end] = [index, index + 1].map((offset) =>
      Math.floor((offset * span) / edits.length),
    );
    return [chosen, ...window.slice(begin, end)];
  });
  return [
    ...history.slice(0, from),
    { server: 'backup' },
    ...interleavedSteps,
    { waitMs },
    { server: 'restore' },
    ...history.slice(from + span),
  ];
}

/** Formats a history for reading, one step per line. */
export function formatSteps(steps: readonly Step[]): string {
  return steps.map((step) => JSON.stringify(step)).join('\n');
}
