import { Outlet } from 'react-router';

import { ErrorScreen } from './error-screen.tsx';
import type { Route } from './+types/page-frame';

export default function PageFrame() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
