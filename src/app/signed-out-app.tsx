import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { isFormTouched } from '../data/drafts/unsaved-forms.ts';
import { useServices } from '../data/services.ts';
import { lazyWithTexts } from '../i18n/lazy-with-texts.ts';
import { hrefOf, pathOf, paths, searchOf, type ScreenPath } from './paths.ts';
import { maintenancePath, publicPath } from '../shell/route-guard.ts';
import { useInternalLinks } from '../shell/behaviour/use-internal-links.ts';

const MaintenancePage = lazyWithTexts(
  async () => (await import('../shell/maintenance-page.tsx')).MaintenancePage,
);
/** Doesn't need `lazyWithTexts`, because the login's texts are in the first part of the catalogue. */
const LoginScreen = lazy(async () => ({
  default: (await import('../features/login/login-screen.tsx')).LoginScreen,
}));
const screens: Readonly<Record<string, ComponentType>> = {
  '/register': lazyWithTexts(async () => {
    return (await import('../features/register/register-screen.tsx')).RegisterScreen;
  }),
  '/register/decor': lazyWithTexts(async () => {
    return (await import('../features/register/decor-register-screen.tsx')).DecorRegisterScreen;
  }),
  '/restore-email': lazyWithTexts(async () => {
    return (await import('../features/restore-email/restore-email-screen.tsx')).RestoreEmailScreen;
  }),
  '/close': lazyWithTexts(async () => {
    return (await import('../features/close/public-close-screen.tsx')).PublicCloseScreen;
  }),
} satisfies Partial<Record<ScreenPath, ComponentType>>;

interface SignedOutAppProps {
  /** True to return to the requested URL after signing in. */
  returnsAfterSignIn: boolean;
}

/**
 * The signed-out app: login, registration, email recovery, maintenance and close page. Has no router, so that
 * the first visit loads a quarter less code.
 */
export function SignedOutApp({ returnsAfterSignIn }: SignedOutAppProps) {
  const { connectivity } = useServices();
  const [path, setPath] = useState(() => {
    const requestedPath = publicPath(location.pathname + location.search, returnsAfterSignIn);
    return connectivity.state() === 'maintenance' ? maintenancePath(requestedPath) : requestedPath;
  });
  useEffect(() => {
    if (location.pathname + location.search !== path) history.replaceState(history.state, '', path);
  }, [path]);
  useEffect(
    () =>
      connectivity.subscribe((connection) => {
        // While a form contains input, only a strip announces maintenance.
        if (connection === 'maintenance' && !isFormTouched.current()) setPath(maintenancePath);
      }),
    [connectivity],
  );
  useInternalLinks((requestedPath) => setPath(publicPath(requestedPath, true)));
  const screenPath = pathOf(path);
  if (screenPath === '/maintenance') {
    const returnPath = searchOf(path)['return'] ?? hrefOf(paths.login());
    return (
      <Suspense>
        <MaintenancePage onAvailable={() => setPath(publicPath(returnPath, true))} />
      </Suspense>
    );
  }
  const Screen = screens[screenPath] ?? LoginScreen;
  return (
    <Suspense>
      <Screen key={screenPath} />
    </Suspense>
  );
}
