import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { VendorPicture } from './picture.tsx';

interface GalleryProps {
  /** Name of the images' subject. */
  label: string;
  /** An image without `alt` is named by its number. If it is the only image, it is decorative. */
  pictures: readonly { id: string | number; src: string; alt?: string }[];
  /** Label of an image, such as "Picture 2 of 4". */
  pictureLabel: (number: number, total: number) => string;
  previousLabel: string;
  nextLabel: string;
  /**
   * Wraps an image in a button that enlarges it.
   * @param index from 0
   */
  frame?: (index: number, picture: ReactElement) => ReactElement;
  /** True for rounded images with buttons below; false for images that reach the edges. */
  isFramed: boolean;
}

/** Image carousel, controlled by swipes, arrow keys or buttons. */
export function Gallery(props: GalleryProps) {
  const {
    label,
    pictures,
    isFramed,
    frame: renderFrame = (_, picture) => picture,
    ...labels
  } = props;
  const strip = useRef<HTMLUListElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const [firstPicture] = pictures;
  const frameClass = classNames('aspect-square w-full', isFramed && 'rounded-card card-line');
  if (!firstPicture || pictures.length === 1) {
    const onlyPicture = (
      <VendorPicture
        src={firstPicture?.src}
        alt={firstPicture?.alt ?? ''}
        isLazy={false}
        className={frameClass}
      />
    );
    return firstPicture ? renderFrame(0, onlyPicture) : onlyPicture;
  }

  const lastIndex = pictures.length - 1;
  const scrollToIndex = (index: number) => {
    const element = strip.current;
    if (!element) return;
    const nextIndex = Math.min(lastIndex, Math.max(0, index));
    element.scrollTo({ left: nextIndex * element.clientWidth });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    scrollToIndex(currentIndex + (event.key === 'ArrowRight' ? 1 : -1));
  };
  const onScroll = () => {
    const element = strip.current;
    if (element) setCurrentIndex(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
  };
  return (
    <section aria-label={label} className="relative">
      {/* Scrollable content must be keyboard-accessible; arrow keys move by a whole image. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        className={classNames(
          'flex snap-x snap-mandatory gap-0 overflow-x-auto scroll-smooth [scrollbar-width:none] -outline-offset-3! motion-reduce:scroll-auto',
          isFramed && 'rounded-card',
        )}
      >
        {pictures.map(({ id, src, alt }, index) => (
          <li
            key={id}
            className="w-full shrink-0 snap-center"
            aria-current={index === currentIndex}
          >
            {renderFrame(
              index,
              <VendorPicture
                src={src}
                alt={alt ?? labels.pictureLabel(index + 1, pictures.length)}
                isLazy={index > 0}
                className={frameClass}
              />,
            )}
          </li>
        ))}
      </ul>
      <GalleryPosition
        {...labels}
        currentIndex={currentIndex}
        total={pictures.length}
        isFramed={isFramed}
        onShow={scrollToIndex}
      />
    </section>
  );
}

interface GalleryPositionProps extends Omit<GalleryProps, 'label' | 'pictures' | 'frame'> {
  /** From 0. */
  currentIndex: number;
  total: number;
  onShow: (index: number) => void;
}

/** Position within the gallery: dots, plus buttons if framed. */
export function GalleryPosition({
  currentIndex,
  total,
  isFramed,
  onShow,
  ...labels
}: GalleryPositionProps) {
  const dots = Array.from({ length: total }, (_, index) => (
    <span
      key={index}
      className={classNames(
        'h-1.5 rounded-full transition-colors',
        index === currentIndex
          ? 'w-6 bg-current forced-colors:bg-ink'
          : 'w-3 bg-current/30 forced-colors:border forced-colors:bg-surface',
      )}
    />
  ));
  const text = (
    <p aria-live="polite" className="sr-only">
      {labels.pictureLabel(currentIndex + 1, total)}
    </p>
  );
  if (!isFramed) {
    return (
      // Over the image, above the seam at its bottom.
      <div className="pointer-events-none absolute inset-x-0 bottom-8 flex justify-center">
        {text}
        <span aria-hidden="true" className="flex gap-1.5">
          {dots}
        </span>
      </div>
    );
  }
  return (
    <div className="flex items-center justify-center gap-2">
      <IconButton
        label={labels.previousLabel}
        icon={<ChevronLeft />}
        disabled={currentIndex === 0}
        onClick={() => onShow(currentIndex - 1)}
      />
      {text}
      <span aria-hidden="true" className="flex gap-1.5">
        {dots}
      </span>
      <IconButton
        label={labels.nextLabel}
        icon={<ChevronRight />}
        disabled={currentIndex === total - 1}
        onClick={() => onShow(currentIndex + 1)}
      />
    </div>
  );
}
