import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { Button } from '../button.tsx';
import { ErrorBlock } from '../feedback/error-block.tsx';

/** A node, or a function that receives `close`. */
type SheetContent = ReactNode | ((close: () => void) => ReactNode);

interface SheetProps {
  isOpen: boolean;
  /** Called with false on Escape, the close button, or a press outside. */
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  titleHidden?: boolean;
  /** One sentence, read out when the sheet opens. */
  description?: ReactNode;
  children?: SheetContent;
  /** Actions, which stay visible while the content scrolls. */
  footer?: SheetContent;
  closeLabel: string;
  /**
   * `centre`: centred from a width of 700 px. `side`: a panel at the side from a width of 900 px. In narrower windows,
   * both are bottom sheets.
   */
  placement?: 'centre' | 'side';
  /** True to make the sheet wider from a window width of 700 px, so that pictures fit side by side. */
  wide?: boolean;
  /** True to give the sheet its full height, regardless of its content. */
  tall?: boolean;
  /** False if only the sheet's actions may close it. */
  isDismissable?: boolean;
  role?: 'dialog' | 'alertdialog';
}

/** Modal sheet for a short task. Traps the focus and restores it. */
export function Sheet(props: SheetProps) {
  const { isOpen, onOpenChange, placement = 'centre', wide = false, isDismissable = true } = props;
  const {
    tall = false,
    role = 'dialog',
    title,
    titleHidden,
    description,
    children,
    footer,
  } = props;
  const id = useId();
  const close = () => onOpenChange(false);
  const isDoubleClick = useDoubleClick(isOpen);
  const renderContent = (content: SheetContent) =>
    typeof content === 'function' ? content(close) : content;

  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable && role === 'dialog'}
      isKeyboardDismissDisabled={!isDismissable}
      shouldCloseOnInteractOutside={() => !isDoubleClick.current}
      className={classNames(
        'sheet-veil fixed inset-x-0 top-0 z-40 flex h-(--visual-viewport-height) items-end justify-center bg-veil pb-(--toast-space)',
        placement === 'side' ? 'desk:justify-end' : 'tablet:items-center tablet:px-8',
      )}
    >
      <Modal
        data-placement={placement}
        className={classNames(
          'sheet-panel w-full overflow-hidden rounded-t-sheet bg-surface-raised shadow-float outline-none',
          wide ? 'max-w-sheet tablet:max-w-[64rem]' : 'max-w-sheet',
          placement === 'side' ? 'desk:h-full desk:rounded-none' : 'tablet:rounded-sheet',
        )}
      >
        <Dialog
          role={role}
          aria-labelledby={`${id}-title`}
          {...(description && { 'aria-describedby': `${id}-text` })}
          className={classNames(
            'flex max-h-[calc(var(--sheet-block)-2rem)] flex-col outline-none',
            tall && 'h-[calc(var(--sheet-block)-2rem)]',
            placement === 'side'
              ? 'desk:h-full desk:max-h-none'
              : 'tablet:max-h-[min(44rem,calc(var(--sheet-block)-4rem))]',
          )}
        >
          <header className="flex min-h-target shrink-0 items-start gap-2 ps-5 pe-2 pt-4">
            <h2
              id={`${id}-title`}
              className={classNames(
                'flex-1 py-2.5 text-title font-semibold break-long',
                titleHidden && 'sr-only',
              )}
            >
              {title}
            </h2>
            {isDismissable && (
              <span className="ms-auto">
                <IconButton label={props.closeLabel} icon={<X />} onClick={close} />
              </span>
            )}
          </header>
          <div
            ref={makeScrollableByKeys}
            className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain px-5 pt-1 pb-5"
          >
            {description && (
              <p id={`${id}-text`} className="text-ink-soft break-long">
                {description}
              </p>
            )}
            {renderContent(children)}
          </div>
          {footer && (
            <footer className="flex flex-col gap-2 border-t border-line px-5 pt-3 safe-bottom">
              {renderContent(footer)}
            </footer>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Returns a ref that is true if the last click was the second of a double click whose first opened the sheet. */
function useDoubleClick(isOpen: boolean) {
  const isDouble = useRef(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    isDouble.current = false;
    const recordClick = ({ detail }: MouseEvent) => {
      isDouble.current = detail > 1;
    };
    // In the window's capture phase, so that it runs before the overlay's own listener.
    window.addEventListener('click', recordClick, true);
    return () => window.removeEventListener('click', recordClick, true);
  }, [isOpen]);
  return isDouble;
}

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/**
 * Makes overflowing content without focusable elements focusable, so that it can be scrolled with the keyboard.
 * Observes the content as well as the size, because a sheet at full height keeps its size when the content
 * changes.
 */
function makeScrollableByKeys(body: HTMLElement | null) {
  if (body === null) return undefined;
  const update = () => {
    const isOverflowing = body.scrollHeight > body.clientHeight;
    if (isOverflowing && !body.querySelector(focusable)) body.tabIndex = 0;
    else body.removeAttribute('tabindex');
  };
  const resizeObserver = new ResizeObserver(update);
  const mutationObserver = new MutationObserver(update);
  resizeObserver.observe(body);
  mutationObserver.observe(body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    resizeObserver.disconnect();
    mutationObserver.disconnect();
  };
}

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
  /** Called when the user confirms. The caller closes the sheet once it's done, so that the sheet can show failures. */
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
