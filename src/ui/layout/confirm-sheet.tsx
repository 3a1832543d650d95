import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorBlock } from '../feedback/error-block.tsx';
import { Sheet } from './sheet.tsx';

interface ConfirmSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The question. */
  title: ReactNode;
  /** Consequences of confirming. */
  children?: ReactNode;
  /** The action, such as "Delete project". */
  confirmLabel: ReactNode;
  cancelLabel: string;
  /** The caller closes the sheet when done, so failures can be shown in it. */
  onConfirm: () => void;
  tone?: 'normal' | 'danger';
  busy?: boolean | undefined;
  errors?: readonly string[];
}

/** Confirmation of an irreversible action. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { isOpen, onOpenChange, title, children, tone = 'normal', busy, errors = [] } = props;
  return (
    <Sheet
      role="alertdialog"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      description={children}
      closeLabel={props.cancelLabel}
      footer={(close) => (
        <>
          <Button
            variant={tone === 'danger' ? 'danger' : 'primary'}
            fullWidth
            busy={busy}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
          <Button variant="secondary" fullWidth onClick={close}>
            {props.cancelLabel}
          </Button>
        </>
      )}
    >
      <ErrorBlock messages={errors} />
    </Sheet>
  );
}
