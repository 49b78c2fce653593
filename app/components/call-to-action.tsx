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
      <div className="wrap grid gap-8 menu:grid-cols-12 menu:items-end">
        <div className="menu:col-span-7">
          <h2 className="text-h2 font-bold">{title}</h2>
          <p className="mt-5 max-w-(--measure) text-lead text-quiet">{text}</p>
        </div>
        <div className="menu:col-span-4 menu:justify-self-end">
          <ActionLink to={to} label={label} />
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
