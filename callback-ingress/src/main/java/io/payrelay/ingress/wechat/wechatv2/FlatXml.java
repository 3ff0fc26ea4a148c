package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the only XML that WeChat sends: one root, and in it elements of text or CDATA. Whatever
 * else XML can do is refused, harmless or not.
 */
final class FlatXml {

  // In ASCII, neither '=' nor '&' can be in a name: they would blur the signed text.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

  private final XMLStreamReader xml;
  private final TreeMap<String, String> fields = new TreeMap<>();

  private FlatXml(XMLStreamReader xml) {
    this.xml = xml;
  }

  /**
   * The non-empty fields; an empty one is as good as none, since it is not signed.
   *
   * @throws BadFieldException if the bytes are anything else
   */
  static Message read(byte[] body, String root) {
    var text = utf8(body);
    try {
      var reader = new FlatXml(factory().createXMLStreamReader(new StringReader(text)));
      reader.document(root);
      return new Message(reader.fields);
    } catch (BadFieldException e) {
      throw e;
    } catch (XMLStreamException | RuntimeException e) { // the parser is not ours
      throw new BadFieldException("the body is not well-formed XML");
    }
  }

  private static XMLInputFactory factory() {
    // Not shared: the JDK's factory does not promise to be thread-safe.
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("nothing outside is read");
        });
    return factory;
  }

  /** Decoded here, so that no declaration or byte order mark can choose another encoding. */
  private static String utf8(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new BadFieldException("the body is not UTF-8");
    }
  }

  private void document(String root) throws XMLStreamException {
    var encoding = xml.getCharacterEncodingScheme();
    Fields.check(
        encoding == null || encoding.equalsIgnoreCase("UTF-8"), "the XML must be in UTF-8");
    Fields.check(
        xml.getVersion() == null || xml.getVersion().equals("1.0"),
        "the XML must be of version 1.0");
    skipSpaceTo(XMLStreamConstants.START_ELEMENT);
    Fields.check(plainName().equals(root), "the root element must be " + root);
    while (skipSpaceTo(XMLStreamConstants.START_ELEMENT, XMLStreamConstants.END_ELEMENT)
        == XMLStreamConstants.START_ELEMENT) {
      field();
    }
    skipSpaceTo(XMLStreamConstants.END_DOCUMENT); // what stands behind the root counts, too
  }

  private void field() throws XMLStreamException {
    var name = plainName();
    var value = new StringBuilder();
    for (int event = xml.next(); event != XMLStreamConstants.END_ELEMENT; event = xml.next()) {
      Fields.check(isText(event), "a field holds something else than text");
      value.append(xml.getText());
    }
    Fields.check(fields.put(name, value.toString()) == null, "the body repeats a field");
  }

  /** The next event that is no blank text; any other than the expected ones is refused. */
  private int skipSpaceTo(int... expected) throws XMLStreamException {
    int event = xml.next();
    while (isText(event) && xml.isWhiteSpace()) {
      event = xml.next();
    }
    for (int one : expected) {
      if (event == one) {
        return event;
      }
    }
    throw new BadFieldException("the XML must be one root element with fields, and nothing else");
  }

  private String plainName() {
    Fields.check(
        xml.getAttributeCount() == 0 && xml.getNamespaceCount() == 0 && xml.getPrefix().isEmpty(),
        "the XML must have neither attributes nor namespaces");
    var name = xml.getLocalName();
    Fields.check(NAME.matcher(name).matches(), "a field's name must be plain ASCII");
    return name;
  }

  private static boolean isText(int event) {
    return event == XMLStreamConstants.CHARACTERS
        || event == XMLStreamConstants.CDATA
        || event == XMLStreamConstants.SPACE;
  }
}
