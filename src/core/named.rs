//! Enums whose values have a name in reports: `named!`.

/// Defines an enum with `ALL`, its values in order, and `name()`, the word that reports use for a value.
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Enum:ident {
            $($(#[$of:meta])* $Variant:ident = $name:literal,)*
        }
    ) => {
        $(#[$meta])*
        $vis enum $Enum {
            $($(#[$of])* $Variant,)*
        }

        impl $Enum {
            /// The values in order.
            $vis const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// The word that reports use.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)*
                }
            }
        }
    };
}
pub(crate) use named;
