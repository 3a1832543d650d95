import type { ReactElement, ReactNode } from 'react';

/** What a router's link must pass on to its anchor. */
export interface LinkRenderProps {
  className: string;
  children: ReactNode;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | undefined;
}

/**
 * Where something leads: a plain address, or the router's own link drawn by the caller, so that
 * the kit knows no routes: `render={(link) => <Link to="/scan" {...link} />}`.
 */
export type LinkTarget =
  | { href: string; render?: undefined }
  | { render: (link: LinkRenderProps) => ReactElement; href?: undefined };

/** For components that may lead somewhere or not. */
export type OptionalLinkTarget = LinkTarget | { href?: undefined; render?: undefined };

interface LinkSlotProps extends LinkRenderProps {
  target: LinkTarget;
}

/** Draws the anchor of a link target. What leads out of the app opens beside it, and is told nothing of it. */
export function LinkSlot({ target, children, ...link }: LinkSlotProps) {
  if (target.render) return target.render({ ...link, children });
  const beside = /^https?:/.test(target.href) && { target: '_blank', rel: 'noreferrer' };
  return (
    <a href={target.href} {...beside} {...link}>
      {children}
    </a>
  );
}

/**
 * A link target that leaves the app, for a page that is told nothing of it.
 * @param onLeave what is noted when it is followed
 */
export function externalLink(href: string, onLeave: () => void): LinkTarget {
  return {
    render: ({ children, ...link }) => (
      <a href={href} target="_blank" rel="noreferrer" onClick={onLeave} {...link}>
        {children}
      </a>
    ),
  };
}

/** The link target among a component's props, or undefined where it leads nowhere. */
export function toLinkTarget(props: OptionalLinkTarget): LinkTarget | undefined {
  if (props.render) return { render: props.render };
  if (props.href !== undefined) return { href: props.href };
  return undefined;
}
