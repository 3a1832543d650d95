import { Link } from '@tanstack/react-router';
import type { LinkRenderProps } from '#src/ui/link-target.tsx';
import { splitPath } from './paths.ts';

/**
 * A link target of the ui kit that leads to a place of this app without loading the page anew:
 * `<LinkButton {...linkTo(paths.scan())}>`.
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
