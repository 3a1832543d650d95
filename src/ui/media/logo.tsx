import { brand } from '#brand';
import { classNames } from '../class-names.ts';

interface LogoProps {
  /** `avatar` is the size of a user's picture. */
  size?: 'normal' | 'avatar';
  /** Shows the name next to the mark; otherwise the logo is decorative. */
  withName?: boolean;
}

/** The brand's logo on the accent colour. */
export function Logo({ size = 'normal', withName = false }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-3">
      <svg
        viewBox="0 0 64 64"
        aria-hidden="true"
        className={classNames(
          'shrink-0 rounded-[28%] bg-brand fill-brand-ink',
          size === 'normal' ? 'size-10' : 'size-[32px]',
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
