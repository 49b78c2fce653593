import { sendStaffPage, type StaffRoutes } from './shared/staff-request.ts';
import { OfficePage } from './shared/office-page.tsx';

const guides = [
  ['/help', 'Help', 'officeGuide'],
  ['/help/editing', 'Help: the words of the site', 'editingGuide'],
] as const;

/** Registers GET /help and /help/editing, the guides of docs/ for every role. */
export function registerHelpRoutes({ get }: StaffRoutes): void {
  for (const [path, title, guide] of guides)
    get(path, async (request) =>
      sendStaffPage(request, <HelpPage title={title} html={request.office.site.browserFiles[guide]} />),
    );
}

/** Renders a guide, which the build has made HTML of. */
export function HelpPage({ title, html }: { title: string; html: string }) {
  return (
    <OfficePage title={title} currentPath="/help">
      <div className={guideClassName} dangerouslySetInnerHTML={{ __html: html }} />
    </OfficePage>
  );
}

const guideClassName =
  'max-w-text [&>nav>ul]:mb-4 [&>nav>ul]:list-none [&>nav>ul]:p-0 md:[&>nav>ul]:columns-2 [&_h2]:mt-9 [&_h2]:mb-2 [&_img]:my-4 [&_img]:h-auto [&_img]:max-w-full [&_img]:border [&_img]:border-hairline [&_li]:my-1 [&>nav_li]:my-0 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:my-3 [&_strong]:font-semibold [&_ul]:list-disc [&_ul]:pl-6';
