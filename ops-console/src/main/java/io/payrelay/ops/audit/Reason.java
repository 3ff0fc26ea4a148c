package io.payrelay.ops.audit;

import io.payrelay.common.web.ProblemException;
import io.payrelay.ops.Texts;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Why an operator acts. Each act needs one, so that the audit can be understood later. */
public record Reason(String text) {

  private static final int LONGEST = 500;

  /**
   * Reads the reason of a request.
   *
   * @throws ProblemException 400 if there is none, or it is too long
   */
  public static Reason of(@Nullable String given) {
    var text = given == null ? "" : Texts.clean(given.strip(), LONGEST + 1);
    if (text.chars().noneMatch(Character::isLetterOrDigit) || text.length() > LONGEST) {
      throw new ProblemException(
          HttpStatus.BAD_REQUEST,
          "reason-needed",
          "say why in \"reason\", in 1 to " + LONGEST + " characters");
    }
    return new Reason(text);
  }
}
