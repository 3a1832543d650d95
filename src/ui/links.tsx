import type { ReactElement, ReactNode } from 'react';

/** Props that a router link passes to its anchor. */
export interface LinkRenderProps {
  className: string;
  children: ReactNode;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | undefined;
}

/**
 * Target of a link: a plain URL, or a router link. The caller renders a router link, because the UI kit doesn't know
 * the routes: `render={(link) => <Link to="/scan" {...link} />}`.
 */
export type LinkTarget =
  | { href: string; render?: undefined }
  | { render: (link: LinkRenderProps) => ReactElement; href?: undefined };

/** Link target of a component that can be a link, but needn't be. */
export type OptionalLinkTarget = LinkTarget | { href?: undefined; render?: undefined };

interface LinkSlotProps extends LinkRenderProps {
  target: LinkTarget;
}

/** Renders the anchor of a link target. External links open in a new tab without referrer. */
export function LinkSlot({ target, children, ...link }: LinkSlotProps) {
  if (target.render) return target.render({ ...link, children });
  const externalAttributes = /^https?:/.test(target.href) && {
    target: '_blank',
    rel: 'noreferrer',
  };
  return (
    <a href={target.href} {...externalAttributes} {...link}>
      {children}
    </a>
  );
}

/**
 * Returns a link target that opens a URL in a new tab and sends no referrer.
 * @param onLeave called when the link is followed
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

/** Picks the link target from a component's props; undefined if there is none. */
export function toLinkTarget(props: OptionalLinkTarget): LinkTarget | undefined {
  if (props.render) return { render: props.render };
  if (props.href !== undefined) return { href: props.href };
  return undefined;
}

/** Standalone link, such as "All projects" next to a section title. */
export function TextLink({ children, ...target }: LinkTarget & { children: ReactNode }) {
  return (
    <LinkSlot
      target={target}
      className="inline-flex min-h-target min-w-target items-center justify-center rounded-control font-semibold text-info underline-offset-4 hover:underline sunlight:underline"
    >
      {children}
    </LinkSlot>
  );
}
