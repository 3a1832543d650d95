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

/** Draws the anchor of a link target. */
export function LinkSlot({ target, children, ...link }: LinkSlotProps) {
  if (target.render) return target.render({ ...link, children });
  return (
    <a href={target.href} {...link}>
      {children}
    </a>
  );
}

/** The link target among a component's props, or undefined where it leads nowhere. */
export function linkTargetOf(props: OptionalLinkTarget): LinkTarget | undefined {
  if (props.render) return { render: props.render };
  if (props.href !== undefined) return { href: props.href };
  return undefined;
}
