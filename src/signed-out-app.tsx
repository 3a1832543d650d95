import { lazy, Suspense, useEffect, useState } from 'react';
import { useServices } from './data/services.ts';
import { loadTexts } from './i18n/activate-language.ts';
import { paths } from './paths.ts';
import { doorstepPath } from './shell/route-guard.ts';
import { MaintenancePage } from './shell/maintenance-page.tsx';

const LoginScreen = lazy(async () => {
  const [{ LoginScreen }] = await Promise.all([
    import('./features/login/login-screen.tsx'),
    loadTexts(['login']),
  ]);
  return { default: LoginScreen };
});

interface SignedOutAppProps {
  /** Whether the address that was asked for is where to go after signing in. */
  comesBack: boolean;
}

/**
 * What there is without a session: the login, and the maintenance page. Two screens need no router,
 * and without one the first visit loads a quarter less.
 */
export function SignedOutApp({ comesBack }: SignedOutAppProps) {
  const { connectivity } = useServices();
  const [path, setPath] = useState(() =>
    doorstepPath(location.pathname + location.search, comesBack),
  );
  useEffect(() => history.replaceState(history.state, '', path), [path]);
  useEffect(
    () =>
      connectivity.subscribe((connection) => {
        if (connection === 'maintenance') setPath(paths.maintenance());
      }),
    [connectivity],
  );
  if (path === paths.maintenance()) {
    return <MaintenancePage onAnswered={() => setPath(paths.login())} />;
  }
  return (
    <Suspense>
      <LoginScreen />
    </Suspense>
  );
}
