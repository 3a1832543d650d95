import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { useUnsavedInput } from '#console/data/unsaved-input.ts';
import { DraftHolderProvider, useDraftHolder } from './form-draft-notice.tsx';
import { LeavePrompt } from './leave-guard.tsx';
import { useTypedValues } from './use-typed-values.ts';

interface SideSheetProps {
  readonly isOpen: boolean;
  /** Called when the operator closes the sheet, after confirming that unsaved input may be lost. */
  readonly onClose: () => void;
  readonly title: string;
  /** One sentence, read out when the sheet opens. */
  readonly description?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Sheet at the side of a screen, for a record or a form. If Escape, the close button, a press outside, "back" or a link
 * would lose typed values that aren't saved as a draft, the sheet asks first. A form that navigates after saving passes
 * `ignoreBlocker` to the router, so that the operator isn't asked.
 */
export function SideSheet({ isOpen, onClose, title, description, children }: SideSheetProps) {
  const { t } = useLingui();
  const typedValues = useTypedValues();
  const [isAsking, setAsking] = useState(false);
  const { holder, isUnsaved, save } = useDraftHolder(typedValues.isEdited);
  useUnsavedInput({ place: 'sheet', isUnsaved: () => isOpen && isUnsaved(), save });
  const leave = () => {
    typedValues.reset();
    setAsking(false);
    onClose();
  };
  const close = async () => {
    if (isUnsaved()) await save();
    if (isUnsaved()) setAsking(true);
    else leave();
  };
  return (
    <>
      <Sheet
        isOpen={isOpen}
        onOpenChange={() => void close()}
        placement="side"
        title={title}
        description={description}
        closeLabel={t`Close`}
      >
        <div className="contents" onFocus={typedValues.trackField}>
          <DraftHolderProvider value={holder}>{children}</DraftHolderProvider>
        </div>
      </Sheet>
      <LeavePrompt isOpen={isAsking} onLeave={leave} onStay={() => setAsking(false)} />
    </>
  );
}
