import { brand } from '#src/brand.ts';
import { classNames } from './class-names.ts';

interface LogoProps {
  size?: 'small' | 'large';
  /** With the name beside it; otherwise the mark alone, decorative. */
  withName?: boolean;
}

/** The brand's mark: a roof window in the accent's colour. */
export function Logo({ size = 'small', withName = false }: LogoProps) {
  const { frame, sash, bar } = brand.logo;
  return (
    <span className="inline-flex items-center gap-3">
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className={classNames(
          'shrink-0 rounded-[28%] bg-brand p-[12%] text-brand-ink',
          size === 'small' ? 'size-10' : 'size-16',
        )}
      >
        <path
          d={frame}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinejoin="round"
        />
        <path d={sash} fill="currentColor" fillOpacity="0.32" />
        <path d={bar} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      {withName && (
        <span className={size === 'small' ? 'font-bold' : 'text-heading font-bold'}>
          {brand.name}
        </span>
      )}
    </span>
  );
}
