/** A response with an error status. Its body has `message`, and `errors.attributes` if fields were wrong. */
export class ApiError extends Error {
  readonly status: number;
  /** Messages by field, for validation errors. */
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

/** A 400 with the wrong fields. */
export function invalid(attributes: Readonly<Record<string, readonly string[]>>): ApiError {
  return new ApiError(400, 'Validation failed', attributes);
}

/** The error of A14 if an environment variable fixes the key. */
export function licenseFixed(variable: string): ApiError {
  const message = `The license key is set by the environment variable ${variable}.`;
  return new ApiError(409, 'License key cannot be overridden', { licenseKey: [message] });
}
