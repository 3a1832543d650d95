import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { contentInLanguage, type ContentDocument } from '#schemas/content.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';
import { Video } from './video.tsx';

/** One tutorial: title, video and description. */
export function TutorialCard({ tutorial }: { tutorial: ContentDocument }) {
  const { i18n } = useLingui();
  const content = contentInLanguage(tutorial, i18n.locale);
  if (!content) return null;
  const { title, text, youtube } = content;
  const picture = tutorial.media && <ContentPicture src={tutorial.media.l} />;
  return (
    <Card as="li" className="space-y-3">
      <h3 className="font-semibold break-long">{title}</h3>
      {youtube === null ? picture : <Video id={youtube} title={title} picture={picture} />}
      <Description html={text} />
    </Card>
  );
}

/** Collapses text longer than two lines (spec 2 §9). */
function Description({ html }: { html: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { ref, isCut } = useIsCut();
  const id = useId();
  return (
    <div>
      <div id={id} ref={ref} className={isOpen ? undefined : 'line-clamp-2'}>
        <HtmlText html={html} />
      </div>
      {(isCut || isOpen) && (
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <Trans>Show less</Trans> : <Trans>Show all of it</Trans>}
        </Button>
      )}
    </div>
  );
}

/** True while the element's content overflows; updated when its size changes. */
function useIsCut() {
  const ref = useRef<HTMLDivElement>(null);
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setIsCut(element.scrollHeight > element.clientHeight + 1),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isCut };
}
