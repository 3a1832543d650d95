import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { useUnsentText } from '#src/data/sync/unsent-work.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';

interface DiscardChoiceProps {
  unsent: UnsentCounts;
  busy: boolean;
  onBack: () => void;
  onDiscard: () => void;
}

/** Names what is lost for good, and lets it go only once that was agreed to. */
export function DiscardChoice({ unsent, busy, onBack, onDiscard }: DiscardChoiceProps) {
  const wordsFor = useUnsentText();
  const [agreed, setAgreed] = useState(false);
  return (
    <div className="space-y-5">
      <div>
        <p>
          <Trans>This will be deleted from this phone, and nobody can bring it back:</Trans>
        </p>
        <ul className="mt-1 list-disc ps-5 font-semibold">
          {wordsFor(unsent).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <CheckboxField
        label={
          <Plural
            value={unsent.total}
            one="I lose this # item and its points"
            other="I lose these # items and their points"
          />
        }
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <div className="flex flex-col gap-2">
        <Button
          variant="danger"
          fullWidth
          busy={busy}
          disabledReason={agreed ? undefined : <Trans>Tick the box first.</Trans>}
          onClick={onDiscard}
        >
          <Trans>Discard and sign out</Trans>
        </Button>
        <Button variant="secondary" fullWidth onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  );
}
