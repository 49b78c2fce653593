interface CallToActionProps {
  title: string;
  text: string;
  label: string;
  to: string;
}

/** The end of a page: what to do next, in one sentence and one button. */
export function CallToAction({ title, text, label, to }: CallToActionProps) {
  return (
    <section className="band pb-0">
      <div className="wrap grid gap-x-8 gap-y-5 menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
        <div className="menu:col-span-7 menu:col-start-6">
          <p className="text-lead text-quiet">{text}</p>
          <p className="mt-8">
            <ActionLink to={to} label={label} />
          </p>
        </div>
      </div>
    </section>
  );
}

interface ActionLinkProps {
  to: string;
  label: string;
}

/** The one thing that a page or a section asks the visitor to do. */
export function ActionLink({ to, label }: ActionLinkProps) {
  return (
    <a href={to} className="button button-primary">
      {label}
    </a>
  );
}
