import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { parseLabel } from '#schemas/label.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall, useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { useState } from 'react';
import { confirmInBackground } from './confirmations.ts';
import { useProductRules } from './product-rules.ts';
import { useLabelCapture } from './capture-label.ts';
import { useDuplicateText } from './use-outcome-text.ts';

/**
 * Offers to add a looked-up label's product to the user's products. Renders nothing if the text has no valid serial
 * number.
 * @param text the label's text without its URL
 */
export function AddLabel({ text }: { text: string }) {
  const rules = useProductRules();
  const account = useAccount();
  const call = useCall();
  const go = useGo();
  const errorMessage = useErrorMessage();
  const duplicateText = useDuplicateText();
  const captureLabel = useLabelCapture(account);
  const [duplicateError, setDuplicateError] = useState<string | null>(null);
  const label = rules ? parseLabel(`${rules.manufacturerDomain}/${text}`, rules) : null;

  const addRequest = useRequest(async () => {
    if (!rules || label?.kind !== 'label') return;
    const result = await captureLabel(label, rules, null, 'chosen');
    if (result.kind === 'duplicate') return setDuplicateError(duplicateText(result.location));
    if (result.kind === 'captured' && !label.isGeneric) {
      void confirmInBackground(call, account, result.id, label);
    }
    return go(paths.scanReview());
  });
  if (label?.kind !== 'label') return null;
  const messages = addRequest.failure === null ? [] : [errorMessage(addRequest.failure)];
  return (
    <div className="space-y-3">
      <ErrorBlock messages={duplicateError === null ? messages : [duplicateError]} />
      <Button
        variant="secondary"
        fullWidth
        icon={<Plus />}
        busy={addRequest.busy}
        onClick={() => void addRequest.run()}
      >
        <Trans>Add to your products</Trans>
      </Button>
    </div>
  );
}
