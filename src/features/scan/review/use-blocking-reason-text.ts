import { useLingui } from '@lingui/react/macro';
import type { BlockingReason } from './review.ts';

/** Why nothing of what was captured can be saved yet, in a sentence. */
export function useBlockingReasonText(): (blockingReason: BlockingReason) => string {
  const { t } = useLingui();
  return (blockingReason) => {
    switch (blockingReason) {
      case 'nothing':
        return t`Scan a product first.`;
      case 'requirements':
        return t`Complete or remove the marked products first.`;
      case 'duplicates':
        return t`Remove what is already in this project, or choose another one.`;
      case 'no_project':
        return t`Choose a project first.`;
      case 'project_not_open':
        return t`This project is not open any more. Choose another one.`;
    }
  };
}
