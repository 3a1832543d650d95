import type { RegistrationFields, RegistrationDraft } from './registration-draft.ts';
import type { FieldProblems, RegistrationRules } from './registration-rules.ts';

/** What every step of the registration is given. */
export interface StepProps {
  draft: RegistrationDraft;
  rules: RegistrationRules;
  /** What to show as wrong: only what the person has tried to go on with, or the server refused. */
  problems: FieldProblems;
  isDecor: boolean;
  onChange: (changes: Partial<RegistrationFields>) => void;
}
