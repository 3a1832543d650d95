import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import { useHeaderSlot } from './header-slot.tsx';
import { useScrolledPast } from '../focus/use-scrolled-past.ts';
import { RevealTogether } from '../feedback/reveal-together.tsx';

interface PageProps {
  title: ReactNode;
  /** Hides the title visually, for screens that start with something larger, such as points. */
  titleHidden?: boolean;
  subtitle?: ReactNode;
  /** Avatar next to the title. */
  avatar?: ReactNode;
  /** Shown above the title, such as the step of a flow. */
  above?: ReactNode;
  /** A back button. */
  back?: ReactNode;
  /** Icon buttons at the right of the header. */
  actions?: ReactNode;
  children: ReactNode;
  /** The main action; sticks to the bottom within thumb reach. */
  footer?: ReactNode;
  /** Hides the navigation bar and any list next to it; the screen has its own exit. */
  isFullScreen?: boolean;
  /** `narrow` for forms and reading, `wide` (1,120 px) for lists next to details. */
  width?: 'narrow' | 'wide';
}

/** Frame of a screen with `<main>`: header, collapsing title, content, main action. */
export function Page(props: PageProps) {
  const { title, titleHidden = false, subtitle, back, actions, children, footer } = props;
  const { ref, isScrolledPast } = useScrolledPast(56);
  const column = classNames(
    'mx-auto w-full px-gutter',
    props.width === 'wide' ? 'max-w-page' : 'max-w-narrow',
  );
  const slot = useHeaderSlot();
  const hasBar = slot === null && Boolean(back || actions);
  const isCollapsed = isScrolledPast && !titleHidden;
  const bar = (
    <>
      {back && <div className="-ms-3">{back}</div>}
      {!titleHidden && (
        <p
          aria-hidden="true"
          className={classNames(
            'min-w-0 flex-1 truncate font-display text-title font-semibold transition-opacity',
            !isCollapsed && 'opacity-0',
          )}
        >
          {title}
        </p>
      )}
      {actions && <div className="-me-3 ms-auto flex shrink-0 items-center">{actions}</div>}
    </>
  );

  return (
    <main
      id="main"
      tabIndex={-1}
      data-full-screen={props.isFullScreen ? '' : undefined}
      data-column={props.width ?? 'narrow'}
      className="flex min-h-[calc(100dvh-var(--app-header-block)-var(--strip-block))] flex-col ps-(--rail-inline) pb-[calc(var(--foot-offset)+var(--scan-rise))] outline-none"
    >
      {slot && createPortal(bar, slot)}
      {hasBar && (
        <header
          className={classNames(
            'sticky top-(--app-header-block) z-10 border-b bg-surface pt-[env(safe-area-inset-top)]',
            // The border is always present. If it appeared later, it would shift the page by a pixel and close open
            // lists.
            isCollapsed ? 'border-line' : 'border-transparent',
          )}
        >
          <div className={classNames(column, 'flex min-h-14 items-center gap-1')}>{bar}</div>
        </header>
      )}
      <div className={classNames(column, 'flex-1 pb-[calc(2.5rem+var(--toast-block))]')}>
        <div
          ref={ref}
          className={classNames(!titleHidden && topSpace(slot !== null, hasBar), 'pb-4')}
        >
          {props.above && <div className="pb-4">{props.above}</div>}
          <div className="flex items-center gap-4">
            {props.avatar}
            <div className="min-w-0 flex-1">
              <h1
                data-page-title
                className={titleHidden ? 'sr-only' : 'text-heading font-semibold break-long'}
              >
                {title}
              </h1>
              {subtitle && <p className="mt-1 text-ink-soft break-long">{subtitle}</p>}
            </div>
          </div>
        </div>
        <RevealTogether>{children}</RevealTogether>
      </div>
      {footer && <PageFooter column={column}>{footer}</PageFooter>}
    </main>
  );
}

/** Part of the footer's bottom padding that toasts may overlap, in px. */
const FOOTER_OVERLAP_PX = 16;

/**
 * Sticky footer. Publishes its height as `--foot-action`, so that focused fields and toasts stay above it. The
 * published height is 0 while the page is so short that the footer is in the middle of the window.
 */
export function PageFooter({ column, children }: { column: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const footer = ref.current;
    if (!footer) return undefined;
    const { style } = document.documentElement;
    // Height of the bar below, which grows with the font size.
    const bottomOffset = () => Number.parseFloat(getComputedStyle(footer).bottom);
    const updateFootHeight = () => {
      const isFooterAtBottom =
        footer.getBoundingClientRect().bottom > window.innerHeight - bottomOffset() - 1;
      style.setProperty(
        '--foot-action',
        `${isFooterAtBottom ? footer.offsetHeight - FOOTER_OVERLAP_PX : 0}px`,
      );
    };
    const resizeObserver = new ResizeObserver(updateFootHeight);
    resizeObserver.observe(footer);
    // Fires when the footer starts or stops sticking.
    const intersectionObserver = new IntersectionObserver(updateFootHeight, {
      rootMargin: `0px 0px ${-Math.ceil(bottomOffset() + 1)}px`,
      threshold: 1,
    });
    intersectionObserver.observe(footer);
    return () => {
      resizeObserver.disconnect();
      intersectionObserver.disconnect();
      style.removeProperty('--foot-action');
    };
  }, []);
  return (
    <div
      ref={ref}
      data-page-footer
      className="sticky bottom-(--foot-offset) z-10 bg-surface pt-3 pb-(--foot-pad)"
    >
      <div className={classNames(column, 'flex flex-col gap-2')}>{children}</div>
    </div>
  );
}

/** Returns the class for the space above the title. Under a bar or header, it needs less space than at the top edge. */
function topSpace(isUnderHeader: boolean, isUnderBar: boolean): string | false {
  if (isUnderHeader) return 'pt-1';
  return !isUnderBar && 'pt-5';
}
