//! Dependencies come from one registry, with checksums. `cargo deny check` checks licences and advisories
//! (`.deny.toml`).

use crate::support::project;

fn read(name: &str) -> toml::Table {
    let path = project(name);
    let text = std::fs::read_to_string(path).expect("it can be read");
    text.parse().expect("it is TOML")
}

#[test]
fn every_dependency_comes_from_the_registry_and_has_a_checksum() {
    let lock = read("Cargo.lock");
    let packages = lock["package"].as_array().expect("packages");
    assert!(packages.len() > 50);
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let source = package.get("source").and_then(toml::Value::as_str);
        if ["sgf-audit", "sgf-audit-core"].contains(&name) {
            assert_eq!(source, None);
            continue;
        }
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        assert_eq!(source, Some(registry), "{name}");
        let checksum = package.get("checksum").and_then(toml::Value::as_str);
        assert!(checksum.is_some_and(|checksum| checksum.len() == 64), "{name}");
    }
}

#[test]
fn the_compiler_is_stated_and_unsafe_code_forbidden() {
    let workspace = &read("Cargo.toml")["workspace"];
    assert!(workspace["package"]["rust-version"].as_str().is_some());
    assert_eq!(workspace["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    for manifest in ["Cargo.toml", "src/core/Cargo.toml"] {
        assert_eq!(read(manifest)["lints"]["workspace"].as_bool(), Some(true), "{manifest}");
    }
}

#[test]
fn profiles_list_no_packages() {
    for manifest in ["Cargo.toml", "src/python/Cargo.toml"] {
        for (name, profile) in read(manifest)["profile"].as_table().expect("profiles") {
            let Some(packages) = profile.get("package") else { continue };
            let names: Vec<_> = packages.as_table().expect("packages").keys().collect();
            assert!(
                names == ["*"] && ["dev", "test"].contains(&name.as_str()),
                "{manifest}: {name}: {names:?}"
            );
        }
    }
}
