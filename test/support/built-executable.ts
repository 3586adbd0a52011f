/** The single-file executable to test, an absolute path; undefined where none was named. */
export function builtExecutable(): string | undefined {
  return process.env.TEST_EXECUTABLE;
}
