import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorBlock } from '../feedback/error-block.tsx';
import { Sheet } from './sheet.tsx';

interface ConfirmSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The question. */
  title: ReactNode;
  /** What follows from a yes. */
  children?: ReactNode;
  /** The verb, such as "Delete project". */
  confirmLabel: ReactNode;
  cancelLabel: string;
  /** Close it yourself once done, so that a failure can be shown. */
  onConfirm: () => void;
  tone?: 'normal' | 'danger';
  busy?: boolean | undefined;
  errors?: readonly string[];
}

/** Asks before something that can't be undone. */
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
