/** What became of an attempt. `permanent`: another attempt would be refused in the same way. `reason` is for the operator, never for visitors. */
export type SendOutcome =
  /** `remark`: what went wrong all the same, as where one of several receivers was refused. */
  | { delivered: true; remark?: string | undefined }
  /** `perhaps`: the other side had all of it, and nobody heard what it said. */
  | { delivered: false; permanent: boolean; perhaps?: boolean; reason: string };
