import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { useHeaderSlot } from './header-slot.tsx';
import { Steady } from './steady.tsx';

interface PageProps {
  title: ReactNode;
  /** Read, not seen: where the screen begins with something larger, such as points. */
  titleHidden?: boolean;
  subtitle?: ReactNode;
  /** Above the title, such as where one is in a flow. */
  above?: ReactNode;
  /** A back button. */
  back?: ReactNode;
  /** Icon buttons at the right of the header. */
  actions?: ReactNode;
  children: ReactNode;
  /** The main action: sticks to the bottom, within the thumb's reach. */
  footer?: ReactNode;
  /** Nothing beside it: neither bar nor rail. It has a way out of its own. */
  isFullScreen?: boolean;
  /** `narrow` for forms and reading, `wide` (1,120 px) for lists beside details. */
  width?: 'narrow' | 'wide';
}

/** The frame of a screen: header, title that moves into it, content, main action. Holds `<main>`. */
export function Page(props: PageProps) {
  const { title, titleHidden = false, subtitle, back, actions, children, footer } = props;
  const { ref, out } = useOutOfSight();
  const column = classNames(
    'mx-auto w-full px-gutter',
    props.width === 'wide' ? 'max-w-page' : 'max-w-narrow',
  );
  const slot = useHeaderSlot();
  const hasBar = slot === null && Boolean(back || actions);
  const collapsed = out && !titleHidden;
  const bar = (
    <>
      {back && <div className="-ms-3">{back}</div>}
      {!titleHidden && (
        <p
          aria-hidden="true"
          className={classNames(
            'min-w-0 flex-1 truncate font-semibold transition-opacity',
            !collapsed && 'opacity-0',
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
      className="flex min-h-[calc(100dvh-var(--app-header-block)-var(--strip-block))] flex-col ps-(--rail-inline) pb-(--foot-offset) outline-none"
    >
      {slot && createPortal(bar, slot)}
      {hasBar && (
        <header
          className={classNames(
            'sticky top-(--app-header-block) z-10 border-b bg-surface pt-[env(safe-area-inset-top)]',
            // The line is always there: one that came would move the page by a pixel, and close what is open.
            collapsed ? 'border-line' : 'border-transparent',
          )}
        >
          <div className={classNames(column, 'flex min-h-14 items-center gap-1')}>{bar}</div>
        </header>
      )}
      <div className={classNames(column, 'flex-1 pb-10')}>
        <div
          ref={ref}
          className={classNames(!titleHidden && topSpace(slot !== null, hasBar), 'pb-4')}
        >
          {props.above && <div className="pb-4">{props.above}</div>}
          <h1
            className={titleHidden ? 'sr-only' : 'text-heading font-bold tracking-tight break-long'}
          >
            {title}
          </h1>
          {subtitle && <p className="mt-1 text-ink-soft break-long">{subtitle}</p>}
        </div>
        <Steady>{children}</Steady>
      </div>
      {footer && (
        <div
          data-page-footer
          className="sticky bottom-(--foot-offset) z-10 bg-surface pt-3 pb-(--foot-pad)"
        >
          <div className={classNames(column, 'flex flex-col gap-2')}>{footer}</div>
        </div>
      )}
    </main>
  );
}

/** Under a bar or header the title stands close; alone it keeps its distance from the edge. */
function topSpace(underHeader: boolean, underBar: boolean): string | false {
  if (underHeader) return 'pt-1';
  return !underBar && 'pt-5';
}

/** Whether an element has been scrolled away above the top. */
function useOutOfSight() {
  const ref = useRef<HTMLDivElement>(null);
  const [out, setOut] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setOut(Boolean(entry && !entry.isIntersecting)),
      { rootMargin: '-56px 0px 0px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, out };
}
