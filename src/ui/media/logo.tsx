import { brand } from '#brand';
import { classNames } from '../class-names.ts';

interface LogoProps {
  /** `face` in the place of a person's picture, beside what is written. */
  size?: 'small' | 'face';
  /** With the name beside it; otherwise the mark alone, decorative. */
  withName?: boolean;
}

/** The brand's mark on the accent's colour. */
export function Logo({ size = 'small', withName = false }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-3">
      <svg
        viewBox="0 0 64 64"
        aria-hidden="true"
        className={classNames(
          'shrink-0 rounded-[28%] bg-brand fill-brand-ink',
          size === 'small' ? 'size-10' : 'size-[32px]',
        )}
      >
        {brand.logo.map(({ d, opacity }) => (
          <path key={d} d={d} opacity={opacity} />
        ))}
      </svg>
      {withName && <span className="font-semibold">{brand.name}</span>}
    </span>
  );
}
