/** An answer that is an error, with the body that api.md's "Errors" gives it. */
export class ApiError extends Error {
  readonly status: number;
  /** Messages by field, for errors of validation. */
  readonly attributes: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(status: number, message: string, attributes?: Readonly<Record<string, readonly string[]>>) {
    super(message);
    this.status = status;
    this.attributes = attributes;
  }

  get body(): Record<string, unknown> {
    return this.attributes
      ? { message: this.message, errors: { attributes: this.attributes } }
      : { message: this.message };
  }
}

/** 400 with the fields that are wrong. */
export function invalid(attributes: Readonly<Record<string, readonly string[]>>): ApiError {
  return new ApiError(400, 'Validation failed', attributes);
}
