import { useLingui } from '@lingui/react/macro';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import type { RegistrationDraft } from './registration-draft.ts';
import { stepPosition } from './registration-machine.ts';
import type { RegistrationRules } from './registration-rules.ts';

interface StepPositionProps {
  draft: RegistrationDraft;
  rules: RegistrationRules;
}

/** Progress display; hidden on the country step, which decides the number of steps. */
export function StepPosition({ draft, rules }: StepPositionProps) {
  const { t } = useLingui();
  const position = stepPosition(draft, rules);
  if (position === null) return null;
  const { step, of } = position;
  return <Stepper step={step} of={of} label={t`Step ${step} of ${of}`} />;
}
