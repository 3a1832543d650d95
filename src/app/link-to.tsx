import { Link } from '@tanstack/react-router';
import type { LinkRenderProps } from '#src/ui/link-target.tsx';
import { splitPath } from './paths.ts';

/**
 * Client-side link target for the UI kit: `<LinkButton {...linkTo(paths.scan())}>`.
 * @param path built by `paths`
 */
export function linkTo(path: string, options: { replace?: boolean } = {}) {
  const { to, search } = splitPath(path);
  return {
    render: (link: LinkRenderProps) => (
      <Link to={to} search={search} replace={options.replace ?? false} {...link} />
    ),
  };
}
