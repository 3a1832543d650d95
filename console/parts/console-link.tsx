import { useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import type { LinkRenderProps } from '#src/ui/links.tsx';

type ConsoleLinkProps = ComponentPropsWithRef<'a'> & { readonly href: string };

/** A link to a screen. A plain click navigates without reloading the page. Modifier keys work as on any link. */
export function ConsoleLink({ href, onClick, ...nativeProps }: ConsoleLinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || event.button !== 0 || !isPlain) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  // The content is in the props.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...nativeProps} href={href} onClick={follow} />;
}

/** Link props for UI kit components: `<LinkButton {...consoleLink('/audit')}>`. */
export function consoleLink(href: string) {
  return { render: (props: LinkRenderProps) => <ConsoleLink href={href} {...props} /> };
}
