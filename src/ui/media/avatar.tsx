import { useLingui } from '@lingui/react';
import { classNames } from '../class-names.ts';
import { useMissingImage } from './use-missing-image.ts';

interface AvatarProps {
  /** The user's name, whose initials replace a missing picture. */
  name: string;
  src?: string | undefined;
  size?: 'small' | 'large';
  /** Alt text; decorative by default. */
  alt?: string | undefined;
}

const sizes = {
  small: 'size-[56px] rounded-[17px] text-body',
  large: 'size-[72px] rounded-[22px] text-heading',
} as const;

/** A user's picture, or their initials, which are hidden from screen readers. */
export function Avatar({ name, src, size = 'small', alt = '' }: AvatarProps) {
  const { i18n } = useLingui();
  const { isMissing, onError } = useMissingImage(src);
  const className = classNames(
    'grid shrink-0 place-items-center overflow-hidden font-display font-semibold text-dawn-ink select-none bg-dawn card-line',
    sizes[size],
  );
  if (src === undefined || isMissing) {
    return (
      <span aria-hidden="true" className={className}>
        {initialsOf(name, i18n.locales ?? i18n.locale)}
      </span>
    );
  }
  return (
    <span className={className}>
      <img src={src} alt={alt} onError={onError} className="size-full object-cover" />
    </span>
  );
}

/** Returns the initials of the first and last word, in upper case according to the language's rules. */
export function initialsOf(name: string, locales: string | string[]): string {
  const words = name.split(/\s+/).filter(Boolean);
  const outerWords = words.length > 1 ? [words[0], words.at(-1)] : words;
  return outerWords
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase(locales);
}
