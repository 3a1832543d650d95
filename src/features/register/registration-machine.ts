/** How a registration goes from step to step (spec 1 §2, §4). Pure. */
import {
  type FieldName,
  type Fields,
  type RegistrationDraft,
  type StepId,
  stepIds,
} from './registration-draft.ts';
import {
  firstOpenStep,
  isStanding,
  refusedValue,
  type RegistrationRules,
  stepProblems,
  stepsOf,
} from './registration-rules.ts';

/** The steps that an edit goes through beside its own: the region revisits its dependants (spec 1 §2). */
const dependants: Partial<Record<StepId, readonly StepId[]>> = {
  region: ['user', 'address', 'type', 'disclaimer', 'declaration'],
  type: ['disclaimer', 'declaration'],
};

export type RegistrationEvent =
  | { name: 'typed'; changes: Partial<Fields> }
  | { name: 'continued'; rules: RegistrationRules }
  | { name: 'went_back'; rules: RegistrationRules }
  | { name: 'edited'; step: StepId }
  | { name: 'refused'; fields: readonly { field: FieldName; code: string }[] };

/** The next state of a registration. */
export function reduceRegistration(
  draft: RegistrationDraft,
  event: RegistrationEvent,
): RegistrationDraft {
  switch (event.name) {
    case 'typed':
      return type(draft, event.changes);
    case 'continued':
      return goOn(draft, event.rules);
    case 'went_back':
      return goBack(draft, event.rules);
    case 'edited': {
      const { step } = event;
      return { ...draft, step, revisit: [step, ...(dependants[step] ?? [])] };
    }
    case 'refused': {
      const earlier = draft.refused.filter((one) => isStanding(one, draft));
      const now = event.fields.map(({ field, code }) => {
        return { field, code, value: refusedValue(field, draft) };
      });
      const others = earlier.filter(({ field }) => now.every((one) => one.field !== field));
      return { ...draft, refused: [...others, ...now] };
    }
  }
}

/** Another country has other types, and another type other conditions: both begin anew (spec 1 §4). */
function type(draft: RegistrationDraft, changes: Partial<Fields>): RegistrationDraft {
  const next = { ...draft, ...changes };
  if (next.region !== draft.region) next.company_type = null;
  if (next.company_type === draft.company_type) return next;
  return { ...next, disclaimer_accepted: false, declaration_accepted: false };
}

function goOn(draft: RegistrationDraft, rules: RegistrationRules): RegistrationDraft {
  if (Object.keys(stepProblems(draft.step, draft, rules)).length > 0) return draft;
  const after = stepIds.indexOf(draft.step);
  const ahead = stepsOf(draft, rules).filter((step) => stepIds.indexOf(step) > after);
  if (draft.revisit.length === 0) return { ...draft, step: ahead[0] ?? 'review' };
  const next = ahead.find((step) => draft.revisit.includes(step));
  if (next !== undefined) return { ...draft, step: next };
  // What the edit has left undone elsewhere, such as a number that only the new country asks for.
  const open = firstOpenStep(draft, rules);
  return open === null
    ? { ...draft, step: 'review', revisit: [] }
    : { ...draft, step: open, revisit: [open] };
}

function goBack(draft: RegistrationDraft, rules: RegistrationRules): RegistrationDraft {
  const at = stepIds.indexOf(draft.step);
  const behind = stepsOf(draft, rules).filter((step) => stepIds.indexOf(step) < at);
  if (draft.revisit.length === 0) return { ...draft, step: behind.at(-1) ?? draft.step };
  const last = behind.findLast((step) => draft.revisit.includes(step));
  return last === undefined
    ? { ...draft, step: firstOpenStep(draft, rules) === null ? 'review' : draft.step }
    : { ...draft, step: last };
}

/**
 * Which of how many steps this is. Until a type is chosen they are counted by the one that asks for the most, so that
 * they never grow while one goes on; null at the country, by which all of it goes.
 */
export function positionOf(
  draft: RegistrationDraft,
  rules: RegistrationRules,
): { readonly step: number; readonly of: number } | null {
  if (draft.step === 'region') return null;
  const steps = stepsOf(draft, rules);
  const step = steps.indexOf(draft.step) + 1;
  const isChosen = stepIds.indexOf(draft.step) > stepIds.indexOf('type');
  if (isChosen || !steps.includes('type')) return { step, of: steps.length };
  const lengths = rules.settings.company_types.map(
    ({ id }) => stepsOf({ ...draft, company_type: id }, rules).length,
  );
  return { step, of: Math.max(steps.length, ...lengths) };
}
