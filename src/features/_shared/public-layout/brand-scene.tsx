import { brand } from '#brand';
import { classNames } from '#src/ui/class-names.ts';
import { Logo } from '#src/ui/media/logo.tsx';

/** Available image widths in px. */
const WIDTHS = [720, 1080, 1440] as const;
const file = (width: (typeof WIDTHS)[number]) => `${brand.scenes}/attic-${width}.webp`;

/**
 * Illustration of an attic, with the club's name. It fills the height that the first field leaves
 * over; with a large font, on a short screen or above a keyboard it shrinks to a band. The sunlight
 * theme shows only the name.
 */
export function BrandScene({ isLarge }: { isLarge: boolean }) {
  return (
    <div
      className={classNames(
        '@container-size relative overflow-hidden text-dawn-ink',
        isLarge
          ? 'h-[clamp(max(6.5rem,104px),100dvh-var(--keyboard-block)-27rem,25.5rem)]'
          : 'h-[max(6.5rem,104px)]',
        'max-desk:sunlight:h-[max(6.5rem,104px)]! desk:sticky desk:top-0 desk:h-dvh',
      )}
    >
      <div className="scene-dim absolute inset-0 bg-[#e6cba9] sunlight:hidden">
        <img
          src={file(720)}
          srcSet={WIDTHS.map((width) => `${file(width)} ${width}w`).join(', ')}
          sizes="(min-width: 56.25rem) 90vw, 110vw"
          width={1440}
          height={1200}
          alt=""
          fetchPriority="high"
          decoding="async"
          className="ms-auto h-full w-full object-cover object-[58%_25%] band:w-[55%] band:translate-x-[18%] band:object-[50%_20%] band:mask-l-from-55% band:mask-l-to-95%"
        />
        <div className="absolute inset-0 bg-linear-to-b from-white/70 to-transparent to-45%" />
      </div>
      <div className="relative px-gutter pt-[max(1.25rem,env(safe-area-inset-top))]">
        <Logo withName />
      </div>
    </div>
  );
}
