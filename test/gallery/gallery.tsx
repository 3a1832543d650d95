import { Bell, FolderOpen, House, Menu, ScanLine } from 'lucide-react';
import { LiveRegion } from '#src/ui/feedback/announce.tsx';
import { Logo } from '#src/ui/media/logo.tsx';
import { NavBar } from '#src/ui/layout/nav-bar.tsx';
import { ToastRegion } from '#src/ui/feedback/toast.tsx';
import { ControlsPage } from './controls-page.tsx';
import { FeedbackPage } from './feedback-page.tsx';
import { FieldsPage } from './fields-page.tsx';
import { HomePage } from './home-page.tsx';
import { StatesPage } from './states-page.tsx';
import type { GalleryPageProps } from './gallery-texts.ts';

const pages = {
  home: HomePage,
  controls: ControlsPage,
  fields: FieldsPage,
  feedback: FeedbackPage,
  states: StatesPage,
} as const;

export function Gallery({ show, ...props }: GalleryPageProps & { show: string }) {
  const Page = pages[show as keyof typeof pages] ?? HomePage;
  const [home, projects, scan, notifications, menu] = props.texts.nav;
  return (
    <>
      <Page {...props} />
      <NavBar
        label="Main"
        top={<Logo />}
        items={[
          {
            id: 'home',
            label: home,
            icon: <House />,
            isCurrent: show === 'home',
            href: '?show=home',
          },
          {
            id: 'projects',
            label: projects,
            icon: <FolderOpen />,
            isCurrent: false,
            href: '?show=controls',
          },
          {
            id: 'scan',
            label: scan,
            icon: <ScanLine />,
            isCurrent: false,
            href: '?show=fields',
            isMain: true,
          },
          {
            id: 'news',
            label: notifications,
            icon: <Bell />,
            isCurrent: false,
            href: '?show=feedback',
            unreadLabel: '3 unread',
          },
          {
            id: 'menu',
            label: menu,
            icon: <Menu />,
            isCurrent: false,
            href: '?show=home',
            count: 12,
          },
        ]}
      />
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
      <LiveRegion />
    </>
  );
}
