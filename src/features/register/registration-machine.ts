/** State machine of the registration steps (spec 1 §2, §4). */
import {
  type RegistrationField,
  type RegistrationFields,
  type RegistrationDraft,
  type RegistrationStepId,
  registrationStepIds,
} from './registration-draft.ts';
import {
  firstInvalidStep,
  isStillRejected,
  rejectedValueOf,
  type RegistrationRules,
  stepProblems,
  registrationSteps,
} from './registration-rules.ts';

/** Steps that depend on another step, and are revisited after that step is edited (spec 1 §2). */
const dependants: Partial<Record<RegistrationStepId, readonly RegistrationStepId[]>> = {
  region: ['user', 'address', 'type', 'disclaimer', 'declaration'],
  type: ['disclaimer', 'declaration'],
};

export type RegistrationEvent =
  | { name: 'typed'; changes: Partial<RegistrationFields> }
  | { name: 'continued'; rules: RegistrationRules }
  | { name: 'went_back'; rules: RegistrationRules }
  | { name: 'edited'; step: RegistrationStepId }
  | { name: 'rejected'; fields: readonly { field: RegistrationField; code: string }[] };

/** Returns the next state. */
export function reduceRegistration(
  draft: RegistrationDraft,
  event: RegistrationEvent,
): RegistrationDraft {
  switch (event.name) {
    case 'typed':
      return withChanges(draft, event.changes);
    case 'continued':
      return nextStep(draft, event.rules);
    case 'went_back':
      return previousStep(draft, event.rules);
    case 'edited': {
      const { step } = event;
      return { ...draft, step, revisit: [step, ...(dependants[step] ?? [])] };
    }
    case 'rejected': {
      const stillRejected = draft.refused.filter((rejection) => isStillRejected(rejection, draft));
      const newRejections = event.fields.map(({ field, code }) => {
        return { field, code, value: rejectedValueOf(field, draft) };
      });
      const otherRejections = stillRejected.filter(({ field }) =>
        newRejections.every((rejection) => rejection.field !== field),
      );
      return { ...draft, refused: [...otherRejections, ...newRejections] };
    }
  }
}

/**
 * Applies changes. Choosing another country clears the company type, and another company type clears the acceptance of
 * the disclaimer and the declaration (spec 1 §4).
 */
function withChanges(
  draft: RegistrationDraft,
  changes: Partial<RegistrationFields>,
): RegistrationDraft {
  const changedDraft = { ...draft, ...changes };
  if (changedDraft.region !== draft.region) changedDraft.company_type = null;
  if (changedDraft.company_type === draft.company_type) return changedDraft;
  return { ...changedDraft, disclaimer_accepted: false, declaration_accepted: false };
}

function nextStep(draft: RegistrationDraft, rules: RegistrationRules): RegistrationDraft {
  if (Object.keys(stepProblems(draft.step, draft, rules)).length > 0) return draft;
  const currentIndex = registrationStepIds.indexOf(draft.step);
  const laterSteps = registrationSteps(draft, rules).filter(
    (step) => registrationStepIds.indexOf(step) > currentIndex,
  );
  if (draft.revisit.length === 0) return { ...draft, step: laterSteps[0] ?? 'review' };
  const stepToRevisit = laterSteps.find((step) => draft.revisit.includes(step));
  if (stepToRevisit !== undefined) return { ...draft, step: stepToRevisit };
  // An edit can invalidate other steps, such as a number that only the new country requires.
  const invalidStep = firstInvalidStep(draft, rules);
  return invalidStep === null
    ? { ...draft, step: 'review', revisit: [] }
    : { ...draft, step: invalidStep, revisit: [invalidStep] };
}

function previousStep(draft: RegistrationDraft, rules: RegistrationRules): RegistrationDraft {
  const currentIndex = registrationStepIds.indexOf(draft.step);
  const earlierSteps = registrationSteps(draft, rules).filter(
    (step) => registrationStepIds.indexOf(step) < currentIndex,
  );
  if (draft.revisit.length === 0) return { ...draft, step: earlierSteps.at(-1) ?? draft.step };
  const earlierStep = earlierSteps.findLast((step) => draft.revisit.includes(step));
  return earlierStep === undefined
    ? { ...draft, step: firstInvalidStep(draft, rules) === null ? 'review' : draft.step }
    : { ...draft, step: earlierStep };
}

/**
 * Returns the current step and the number of steps for the progress bar. Null on the country step, because the
 * country determines how many steps there are. Until the type step is completed, assumes the type with the most
 * steps, so that the total never grows.
 */
export function stepPosition(
  draft: RegistrationDraft,
  rules: RegistrationRules,
): { readonly step: number; readonly of: number } | null {
  if (draft.step === 'region') return null;
  const steps = registrationSteps(draft, rules);
  const step = steps.indexOf(draft.step) + 1;
  const isTypeStepPassed =
    registrationStepIds.indexOf(draft.step) > registrationStepIds.indexOf('type');
  if (isTypeStepPassed || !steps.includes('type')) return { step, of: steps.length };
  const lengths = rules.settings.company_types.map(
    ({ id }) => registrationSteps({ ...draft, company_type: id }, rules).length,
  );
  return { step, of: Math.max(steps.length, ...lengths) };
}
