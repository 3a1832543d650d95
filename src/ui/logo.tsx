import { brand } from '#src/brand.ts';
import { classNames } from './class-names.ts';

interface LogoProps {
  size?: 'small' | 'large';
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
          size === 'small' ? 'size-10' : 'size-16',
        )}
      >
        {brand.logo.map(({ d, opacity }) => (
          <path key={d} d={d} opacity={opacity} />
        ))}
      </svg>
      {withName && (
        <span className={size === 'small' ? 'font-bold' : 'text-heading font-bold'}>
          {brand.name}
        </span>
      )}
    </span>
  );
}
