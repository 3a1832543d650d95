import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { FramedPicture } from './framed-picture.tsx';
import { IconButton } from './icon-button.tsx';

interface GalleryProps {
  /** What is on the pictures. */
  label: string;
  pictures: readonly { id: string | number; src: string }[];
  /** The name of one of them, such as "Picture 2 of 4". */
  pictureLabel: (number: number, of: number) => string;
  previousLabel: string;
  nextLabel: string;
  /** Stands in where there is no picture. */
  icon?: ReactNode;
}

const frame = 'aspect-4/3 w-full rounded-card [&_svg]:size-12';

/** Pictures beside each other: by a swipe, by the arrow keys, or by its buttons. */
export function Gallery({ label, pictures, icon, ...words }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [first] = pictures;
  if (!first) return <FramedPicture src={null} alt="" icon={icon} className={frame} />;
  if (pictures.length === 1) {
    return <FramedPicture src={first.src} alt="" icon={icon} isLazy={false} className={frame} />;
  }

  const last = pictures.length - 1;
  const show = (index: number) => {
    const element = strip.current;
    if (!element) return;
    const next = Math.min(last, Math.max(0, index));
    element.scrollTo({ left: next * element.clientWidth });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    show(shown + (event.key === 'ArrowRight' ? 1 : -1));
  };
  const follow = () => {
    const element = strip.current;
    if (element) setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
  };
  return (
    <section aria-label={label}>
      {/* What scrolls has to be reached by the keyboard, and its arrow keys go on by a whole picture. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        onScroll={follow}
        onKeyDown={press}
        className="flex snap-x snap-mandatory gap-0 overflow-x-auto scroll-smooth rounded-card [scrollbar-width:none] motion-reduce:scroll-auto"
      >
        {pictures.map(({ id, src }, index) => (
          <li key={id} className="w-full shrink-0 snap-center" aria-current={index === shown}>
            <FramedPicture
              src={src}
              alt={words.pictureLabel(index + 1, pictures.length)}
              icon={icon}
              isLazy={index > 0}
              className={frame}
            />
          </li>
        ))}
      </ul>
      <div className="mt-1 flex items-center justify-center gap-2">
        <IconButton
          label={words.previousLabel}
          icon={<ChevronLeft />}
          disabled={shown === 0}
          onClick={() => show(shown - 1)}
        />
        <p aria-live="polite" className="min-w-0 text-small text-ink-soft tnum">
          {words.pictureLabel(shown + 1, pictures.length)}
        </p>
        <IconButton
          label={words.nextLabel}
          icon={<ChevronRight />}
          disabled={shown === last}
          onClick={() => show(shown + 1)}
        />
      </div>
    </section>
  );
}
