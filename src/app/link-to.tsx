import { Link } from '@tanstack/react-router';
import type { LinkRenderProps } from '#src/ui/links.tsx';
import { type AppLink, pathOf, searchOf } from './paths.ts';

/** Client-side link target for the UI kit: `<LinkButton {...linkTo(paths.scan())}>`. */
export function linkTo(link: AppLink, options: { replace?: boolean } = {}) {
  return {
    render: (props: LinkRenderProps) => (
      <Link {...link} replace={options.replace ?? false} {...props} />
    ),
  };
}

/** Like `linkTo`, for a URL that was requested earlier; replaces the current history entry. */
export function linkBackTo(address: string) {
  return {
    render: (props: LinkRenderProps) => (
      <Link to={pathOf(address)} search={searchOf(address)} replace {...props} />
    ),
  };
}
