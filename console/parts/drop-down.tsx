import { useId, useRef, type ReactNode, type ToggleEvent } from 'react';
import { classNames } from '#src/ui/class-names.ts';

interface DropDownProps {
  /** Content of the button, which is also its accessible name. */
  readonly button: ReactNode;
  readonly buttonClass?: string;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly width?: string;
  /** True if the panel is a form, whose first field then gets the focus. */
  readonly isForm?: boolean;
}

export const toolButtonClass =
  'inline-flex min-h-tool min-w-tool items-center justify-center gap-1.5 rounded-control px-2.5 py-1 text-small font-semibold text-ink hover:bg-surface-sunken [&_svg]:size-4 [&_svg]:shrink-0 sunlight:border sunlight:border-line-strong';

/** If there is less space than this below the button, in px, and more above it, the panel opens above the button. */
const MIN_HEIGHT = 240;

/**
 * A button that opens a panel below it, or above it near the bottom of the window. Escape or a press elsewhere
 * closes the panel and returns the focus to the button.
 */
export function DropDown({
  button,
  buttonClass,
  children,
  width = 'w-72',
  isForm = false,
}: DropDownProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);

  const positionPanel = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    const anchor = opener.current?.getBoundingClientRect();
    if (newState !== 'open' || !anchor) return;
    const alignsEnd = anchor.left > innerWidth / 2;
    const [above, below] = [anchor.top - 16, innerHeight - anchor.bottom - 16];
    const opensUp = below < MIN_HEIGHT && above > below;
    currentTarget.style.top = opensUp ? 'auto' : `${anchor.bottom + 4}px`;
    currentTarget.style.bottom = opensUp ? `${innerHeight - anchor.top + 4}px` : 'auto';
    currentTarget.style.maxHeight = `${opensUp ? above : below}px`;
    currentTarget.style.left = alignsEnd ? 'auto' : `${anchor.left}px`;
    currentTarget.style.right = alignsEnd
      ? `${document.documentElement.clientWidth - anchor.right}px`
      : 'auto';
  };
  const focusField = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open')
      currentTarget.querySelector<HTMLElement>('input, select, textarea')?.focus();
  };
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        className={buttonClass ?? toolButtonClass}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        onBeforeToggle={positionPanel}
        onToggle={isForm ? focusField : undefined}
        className={classNames(
          'fixed m-0 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-line bg-surface-raised p-2 text-ink shadow-float',
          width,
        )}
      >
        {typeof children === 'function' ? children(close) : children}
      </div>
    </>
  );
}
