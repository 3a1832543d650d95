import { useRouter } from '@tanstack/react-router';
import { paths } from '#src/app/paths.ts';
import { LazyErrorPage } from './lazy-error-page.tsx';

/** Error page of a route; retrying re-renders the route without reloading the page. */
export function ScreenError({ error }: { error: unknown }) {
  const router = useRouter();
  const [branch] = router.getMatchedRoutes(paths.supportChats());
  const hasSupport = branch.some((route) => route.options.staticData?.entry);
  return (
    <LazyErrorPage
      error={error}
      retry={() => void router.invalidate()}
      support={hasSupport ? paths.supportChats() : undefined}
    />
  );
}
