import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { Card } from '#src/ui/layout/card.tsx';

interface TutorialCardProps {
  readonly title: string;
  /** Sanitised HTML. */
  readonly html: string;
  /** Image or video. */
  readonly media: ReactNode;
}

/** A tutorial in a list, as installers see it: title, video and description. */
export function TutorialCard({ title, html, media }: TutorialCardProps) {
  return (
    <Card as="li" className="space-y-3">
      <h3 className="font-semibold break-long">{title}</h3>
      {media}
      <Description html={html} />
    </Card>
  );
}

/** Collapses text longer than two lines (spec 2 §9). */
function Description({ html }: { html: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { ref, isTruncated } = useIsTruncated();
  const id = useId();
  return (
    <div>
      <div id={id} ref={ref} className={isExpanded ? undefined : 'line-clamp-2'}>
        <HtmlText html={html} />
      </div>
      {(isTruncated || isExpanded) && (
        <Button
          variant="quiet"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? <Trans>Show less</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
    </div>
  );
}

/** True while the element's content overflows; updated when its size changes. */
function useIsTruncated() {
  const ref = useRef<HTMLDivElement>(null);
  const [isTruncated, setIsTruncated] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setIsTruncated(element.scrollHeight > element.clientHeight + 1),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isTruncated };
}
