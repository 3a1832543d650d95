import type { RegistrationFields, RegistrationDraft } from './registration-draft.ts';
import type { FieldProblems, RegistrationRules } from './registration-rules.ts';

export interface StepProps {
  draft: RegistrationDraft;
  rules: RegistrationRules;
  /** Problems to show: server rejections, and all others after the first attempt to continue. */
  problems: FieldProblems;
  isDecor: boolean;
  onChange: (changes: Partial<RegistrationFields>) => void;
}
