import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { LeavePrompt } from './unsaved-prompt.tsx';
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
 * Sheet at the side of a screen, for a record or a form. Asks before Escape, the close button, a press outside,
 * "back" or a link would lose typed values. A form that navigates after saving passes `ignoreBlocker`.
 */
export function SideSheet({ isOpen, onClose, title, description, children }: SideSheetProps) {
  const { t } = useLingui();
  const typedValues = useTypedValues();
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker({
    // Closing replaces the history entry for the same screen, because "back" would close the sheet too.
    shouldBlockFn: ({ action, current, next }) =>
      typedValues.isEdited() &&
      (next.pathname !== current.pathname || (action !== 'PUSH' && action !== 'REPLACE')),
    enableBeforeUnload: typedValues.isEdited,
    disabled: !isOpen,
    withResolver: true,
  });
  const leave = () => {
    typedValues.forget();
    setAsking(false);
    if (blocker.status === 'blocked') blocker.proceed();
    else onClose();
  };
  const stay = () => {
    setAsking(false);
    blocker.reset?.();
  };
  return (
    <>
      <Sheet
        isOpen={isOpen}
        onOpenChange={() => (typedValues.isEdited() ? setAsking(true) : onClose())}
        placement="side"
        title={title}
        description={description}
        closeLabel={t`Close`}
      >
        <div className="contents" onFocus={typedValues.note}>
          {children}
        </div>
      </Sheet>
      <LeavePrompt
        isOpen={isOpen && (isAsking || blocker.status === 'blocked')}
        onLeave={leave}
        onStay={stay}
      />
    </>
  );
}
